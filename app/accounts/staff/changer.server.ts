import type { AppLoadContext } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import type { Staff } from '../staff.schema.ts';
import { findAccount, type Changer } from './change-staff.server.ts';
import type { StaffAccount } from './manage-staff.schema.ts';

/** The admin behind a request. */
export const changerOf = (context: AppLoadContext, { accountId, email }: Staff): Changer => ({
  ...actorOf(context, email),
  accountId,
});

/** The account that a page is about. @throws a 404 answer if there is none of this id */
export async function requireAccount(context: AppLoadContext, id: string | undefined): Promise<StaffAccount> {
  const account = await findAccount(entityManager(context), readId(id));
  if (!account) throw notFound();
  return account;
}
