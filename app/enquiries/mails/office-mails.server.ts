import type { App } from '#db/app.ts';
import { OfficeMail } from '#db/entities/message-mail.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { queueMailsSql, type JobResult } from '../../mail/mail-queue.server.ts';
import { escaped, htmlMail, oneLine, shortened, WRAP } from '../../mail/mail-text.ts';
import { giveUpOf, settle } from '../../mail/settle.server.ts';
import { sendToOffice } from './office.server.ts';

const SUBJECT_LIMIT = 200;

/**
 * Queues a mail to those who are told of enquiries, in the transaction of what causes it.
 * @param parts what it says, and the paths of the staff area where something can be done about each
 */
export async function queueOfficeMail(
  tx: EntityManager,
  subject: string,
  parts: { text: string; to: string }[],
): Promise<void> {
  // SQL: stores, queues and tidies in one statement.
  await tx.execute(
    `with made as (insert into office_mails (subject, parts) values (?, ?::jsonb) returning id),
       old as (delete from office_mails where created_at < now() - interval '90 days' and state <> 'waiting')
     ${queueMailsSql('office', 'made')}`,
    [shortened(oneLine(subject), SUBJECT_LIMIT), JSON.stringify(parts)],
  );
}

export async function sendOfficeMail(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const mail = await em.findOne(OfficeMail, { id });
  if (!mail || mail.state === 'sent') return 'done';
  const parts = mail.parts.map(({ text, to }) => ({ text: oneLine(text), link: app.env.appUrl + to }));
  const html = parts.map(
    ({ text, link }) =>
      `<p style="margin:0 0 16px;max-width:640px;${WRAP}">${escaped(text)}<br><a href="${escaped(link)}">${escaped(link)}</a></p>`,
  );
  const sent = await sendToOffice(app, em, {
    id,
    automatic: 'generated',
    subject: mail.subject,
    replyTo: null,
    text: parts.map(({ text, link }) => `${text}\n${link}\n`).join('\n'),
    html: htmlMail(escaped(mail.subject), html.join('\n')),
    date: mail.createdAt,
  });
  const result = settle(mail, attempt, sent);
  await em.flush();
  return result;
}

export const giveUpOfficeMail = giveUpOf(OfficeMail);
