import { raw } from '@mikro-orm/core';
import { findApp } from '#db/app.ts';
import { StaffMail } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../audit/activities.server.ts';
import { plainMail } from '../mail/mail-text.ts';
import type { Mail } from '../mail/mail.ts';
import { queueMailsSql } from '../mail/mail-jobs.server.ts';
import { storedMails } from '../mail/stored-mails.server.ts';
import { paths } from '../paths.ts';
import { localFullDateTime } from '../time/dates.ts';
import { FIRST_EMAIL } from './accounts.server.ts';
import { seal, unseal } from './seal.server.ts';
import { staffMailTexts, type OwnerMailKind, type StaffMailFacts, type StaffMailKind } from './staff-mail-texts.ts';

/** @param em in the transaction of the change that the mail reports */
export async function queueStaffMail<K extends StaffMailKind>(
  em: EntityManager,
  email: string,
  kind: K,
  facts: StaffMailFacts<K>,
): Promise<void> {
  const sealed = seal(findApp(em), 'staff-mail', JSON.stringify(facts));
  // SQL: stores and queues the mail in one statement, as all mails
  await em.execute(
    `with mail as (insert into staff_mails (email, kind, sealed) values (?, ?, ?) returning id)
     ${queueMailsSql('staff', 'mail')}`,
    [email, kind, sealed],
  );
}

/** Tells an account's owner what was done, when, by whom or from where. @param em in the transaction of the change */
export const tellOwner = (em: EntityManager, email: string, kind: OwnerMailKind, by: Actor): Promise<void> =>
  queueStaffMail(em, email, kind, {
    when: localFullDateTime(new Date()),
    from: by.who === email ? `${by.device}, address ${by.address}` : by.address === null ? `the ${by.who}` : by.who,
    site: new URL(findApp(em).env.appUrl).host,
    forgot: findApp(em).env.appUrl + paths.admin.forgot,
  });

export const staffMails = storedMails(StaffMail, {
  async send(mail, _, app) {
    const facts = unseal(app, 'staff-mail', mail.sealed!);
    if (facts === null) return { outcome: 'refused', reason: 'it was sealed with a secret that is no longer known' };
    if (!(mail.kind in staffMailTexts)) return { outcome: 'retry', reason: 'this release does not know its kind' };
    const sent = await app.mailer.send(makeMail(mail, facts));
    if (sent.outcome === 'sent') mail.sealed = null;
    return sent.outcome === 'refused' && mail.email === FIRST_EMAIL ? null : sent; // nobody has that address
  },
  onFailure: (mail) => (mail.sealed = null),
});

/** Deletes mails that no longer wait, because they hold addresses of people who may have left. */
export const sweepStaffMails = (em: EntityManager): Promise<number> =>
  em.nativeDelete(StaffMail, {
    state: { $ne: 'waiting' },
    createdAt: { $lt: raw<Date>("now() - interval '30 days'") },
  });

function makeMail({ id, email, kind, createdAt }: StaffMail, facts: string): Mail {
  const makeText = staffMailTexts[kind as StaffMailKind] as (facts: unknown) => ReturnType<typeof staffMailTexts.reset>;
  const { subject, lines, link } = makeText(JSON.parse(facts));
  const parts = [...lines.map((text) => ({ text })), { link }];
  return { id, to: email, automatic: 'generated', ...plainMail(subject, parts), date: new Date(createdAt) };
}
