import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { queueStaffMail } from '../accounts/staff-mails.server.ts';
import type { Actor } from '../audit/activities.server.ts';
import { paths } from '../paths.ts';
import type { Action } from './actions.ts';
import { changeMessages } from './inbox/change-messages.server.ts';
import { nameReferences } from './privacy/data-subject.ts';

export type Owner = Awaited<ReturnType<typeof listOwners>>[number];

/** SQL: everybody who may own an enquiry. Triggers on accounts keep `owners` up to date. */
export const listOwners = (em: EntityManager) =>
  em.execute<{ id: number; email: string }[]>(
    'select o.id, email from owners o join accounts a on a.id = account_id order by email',
  );

/** SQL: the owner's id of the account with an e-mail address. */
export const OWN_ID = '(select o.id from owners o join accounts a on a.id = account_id where email = ?)';
export const IS_OWNED = 'exists (select from owners o where o.id = owner_id and account_id is not null)';

export const NO_OWNER = 'Whom you chose is no admin any more, so nothing was changed';

/** Also mails the new owner. @returns how many of the messages exist; null if the new owner is no admin any more */
export async function changeWithOwner(
  tx: EntityManager,
  ids: readonly number[],
  { act, to }: { act: Action; to?: number | null | undefined },
  by: Actor,
): Promise<number | null> {
  if (act !== 'take' && act !== 'give') return (await changeMessages(tx, ids, act, by)).found;
  const owner = (await listOwners(tx)).find(({ id, email }) => (act === 'give' ? id === to : email === by.who));
  if (!owner) return null;
  const { found, changed } = await changeMessages(tx, ids, act, by, null, owner);
  if (changed.length && owner.email !== by.who) {
    const link = changed.length === 1 && ids.length === 1 ? paths.admin.message(ids[0]!) : paths.admin.ownMessages;
    await queueStaffMail(tx, owner.email, 'given', {
      by: by.who,
      count: changed.length,
      what: nameReferences(changed),
      link: findApp(tx).env.appUrl + link,
    });
  }
  return found;
}
