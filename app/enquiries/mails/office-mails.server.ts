import { findApp, type App } from '#db/app.ts';
import { OfficeMail } from '#db/entities/message-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { oneLine, plainMail, shortened } from '../../mail/mail-text.ts';
import { NOT_TO_ALL, type Mail, type SendResult } from '../../mail/mail.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';
import { readSettings } from '#db/settings.ts';

const SUBJECT_LIMIT = 200;

/** Queues a mail to the office. @param parts its paragraphs, each with the path of a staff page */
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

export const officeMails = storedMails(OfficeMail, {
  send(mail, em, app, only) {
    const parts = mail.parts.map(({ text, to }) => ({ text: oneLine(text), link: { address: app.env.appUrl + to } }));
    const { id, subject, createdAt: date } = mail;
    return sendToOffice(app, em, { id, automatic: 'generated', ...plainMail(subject, parts), date, only });
  },
});

/** The addresses that are told of enquiries, with commas; null if none is set. */
export const findOffice = async (em: EntityManager): Promise<string | null> =>
  (await readSettings(em)).mailTo ?? findApp(em).env.MAIL_TO ?? null;

export async function sendToOffice({ mailer }: App, em: EntityManager, mail: Mail): Promise<SendResult> {
  const office = await findOffice(em);
  const addresses = office?.toLowerCase().split(/[\s,<>]+/);
  // Not to an address that staff have removed since the first try.
  const only = mail.only?.filter((each) => !addresses || addresses.includes(each.toLowerCase()));
  if (only?.length === 0) return { outcome: 'sent', id: mail.id, reason: NOT_TO_ALL };
  return mailer.send({ ...mail, only, ...(office ? { office } : {}) });
}
