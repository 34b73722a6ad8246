import { raw } from '@mikro-orm/core';
import { findApp, type App } from '#db/app.ts';
import { StaffMail } from '#db/entities/account.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { escaped, htmlMail, oneLine, WRAP } from '../mail/mail-text.ts';
import type { Mail } from '../mail/mail.ts';
import { queueMailsSql, type JobResult } from '../mail/mail-queue.server.ts';
import { givenUp, settle } from '../mail/settle.server.ts';
import { seal, unseal } from './seal.server.ts';
import { staffMailTexts, type StaffMailFacts, type StaffMailKind, type StaffMailText } from './staff-mail-texts.ts';

/**
 * Stores a mail to a member of staff and queues it.
 * @param em of the transaction in which what it tells is done
 */
export async function queueStaffMail<K extends StaffMailKind>(
  em: EntityManager,
  email: string,
  kind: K,
  facts: StaffMailFacts[K],
): Promise<void> {
  const sealed = seal(findApp(em), 'staff-mail', JSON.stringify(facts));
  // SQL: one statement stores and queues it, as for every mail
  await em.execute(
    `with mail as (insert into staff_mails (email, kind, sealed) values (?, ?, ?) returning id)
     ${queueMailsSql('staff', 'mail')}`,
    [email, kind, sealed],
  );
}

/** Tries to send one and writes down how it went. @param attempt counts from 1 */
export async function sendStaffMail(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const mail = await em.findOne(StaffMail, { id });
  if (!mail?.sealed) return 'done';
  const facts = unseal(app, 'staff-mail', mail.sealed);
  const result = settle(
    mail,
    attempt,
    facts === null
      ? { outcome: 'refused', reason: 'it was sealed with a secret that is no longer known' }
      : !(mail.kind in staffMailTexts)
        ? { outcome: 'refused', reason: 'it was made by an earlier release' }
        : await app.mailer.send(mailOf(mail, textOf(mail.kind as StaffMailKind, facts))),
  );
  if (mail.state !== 'waiting') mail.sealed = null;
  await em.flush();
  return result;
}

/** Notes that no further try will be made by itself. */
export async function giveUpStaffMail(app: App, id: string, reason: string): Promise<void> {
  await forkEntityManager(app).nativeUpdate(StaffMail, { id }, { ...givenUp(reason), sealed: null });
}

/** Forgets mails that are no longer on their way, and so the addresses of people long gone. */
export const sweepStaffMails = (em: EntityManager): Promise<number> =>
  em.nativeDelete(StaffMail, {
    state: { $ne: 'waiting' },
    createdAt: { $lt: raw<Date>("now() - interval '30 days'") },
  });

const textOf = <K extends StaffMailKind>(kind: K, facts: string): StaffMailText =>
  staffMailTexts[kind](JSON.parse(facts) as StaffMailFacts[K]);

function mailOf({ id, email, createdAt }: StaffMail, { subject, lines, link }: StaffMailText): Mail {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px;${WRAP}">${escaped(line)}</p>`);
  const button = link && `<p style="${WRAP}"><a href="${escaped(link.address)}">${escaped(link.label)}</a></p>`;
  return {
    id,
    to: email,
    automatic: 'generated',
    subject: oneLine(subject),
    replyTo: null,
    text: [...lines.flatMap((line) => [line, '']), ...(link ? [`${link.label}:`, link.address, ''] : [])].join('\n'),
    html: htmlMail(escaped(oneLine(subject)), [...paragraphs, button ?? ''].join('\n')),
    date: new Date(createdAt),
  };
}
