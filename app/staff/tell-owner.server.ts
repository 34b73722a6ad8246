import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { env } from '../env.server.ts';
import { clientAddress } from '../http/context.server.ts';
import { paths } from '../paths.ts';
import { localFullDateTime } from '../ui/dates.ts';
import { deviceName } from './device-name.ts';
import type { OwnerFacts, OwnerMailKind } from './staff-mail-texts.ts';
import { queueStaffMail } from './staff-mails.server.ts';

/**
 * Tells the owner of an account by mail what was done to it, when and from where.
 * @param em of the transaction in which it is done
 */
export function tellOwner(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  email: string,
  kind: OwnerMailKind,
): Promise<void> {
  const device = deviceName(request.headers.get('user-agent'));
  return queueStaffMail(em, email, kind, ownerFacts(`${device}, address ${clientAddress(context)}`));
}

/** What every mail to the owner of an account says. @param from device and address, or what else it was done with */
export const ownerFacts = (from: string): OwnerFacts => ({
  when: localFullDateTime(new Date()),
  from,
  site: new URL(env().appUrl).host,
  forgot: env().appUrl + paths.admin.forgot,
});
