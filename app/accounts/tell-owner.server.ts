import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../audit/activities.server.ts';
import { paths } from '../paths.ts';
import { localFullDateTime } from '../time/dates.ts';
import type { OwnerMailKind } from './staff-mail-texts.ts';
import { queueStaffMail } from './staff-mails.server.ts';

/**
 * Tells the owner of an account by mail what was done to it, when, and by whom or from where.
 * @param em of the transaction in which it is done
 */
export const tellOwner = (em: EntityManager, email: string, kind: OwnerMailKind, by: Actor): Promise<void> =>
  queueStaffMail(em, email, kind, {
    when: localFullDateTime(new Date()),
    from: by.who === email ? `${by.device}, address ${by.address}` : by.address === null ? `the ${by.who}` : by.who,
    site: new URL(findApp(em).env.appUrl).host,
    forgot: findApp(em).env.appUrl + paths.admin.forgot,
  });
