import type { InboundMail } from '#db/entities/inbound-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import { shortened } from '../../mail/mail-text.ts';
import { acknowledgeOne } from '../mails/acknowledgements.server.ts';
import { addEnquiry } from '../receive/add-enquiry.server.ts';
import { makePayload } from '../receive/enquiry-parts.ts';
import { linksReason } from '../receive/spam.server.ts';
import { readSettings } from '#db/settings.ts';
import type { ReadMail } from './read-mail.server.ts';
import { findReferences } from './reply-address.server.ts';

const MESSAGE_MAX = 60_000; // as in the form; the mail keeps all of it

export async function addMailedEnquiry(
  tx: EntityManager,
  row: InboundMail,
  mail: ReadMail,
  isAutomatic: boolean,
): Promise<void> {
  const { name, email } = mail.from!;
  const reasons = [
    isAutomatic && 'Caught: sent by a machine',
    mail.isFlaggedAsSpam && 'Caught: marked as spam by the mail server',
    linksReason(mail.text),
  ];
  const spamReason = reasons.find(Boolean) || null;
  const subject = mail.subject || '(no subject)';
  const payload = makePayload({ fullName: name, email, subject, message: shortened(mail.text, MESSAGE_MAX) });
  const message = await addEnquiry(tx, payload, { createdAt: row.createdAt!, spamReason });
  Object.assign(row, { message, kind: 'enquiry', mentions: findReferences(mail.subject)[0] ?? null });
  if (!spamReason && (await readSettings(tx)).acknowledgement) await acknowledgeOne(tx, message);
}
