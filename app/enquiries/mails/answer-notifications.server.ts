import type { App } from '#db/app.ts';
import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import { AnswerNotification } from '#db/entities/inbound-mail.ts';
import { Notification } from '#db/entities/message-mail.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { JobResult } from '../../mail/mail-queue.server.ts';
import { shortened } from '../../mail/mail-text.ts';
import { giveUpOf, settle } from '../../mail/settle.server.ts';
import { paths } from '../../paths.ts';
import { enquiryMail } from './enquiry-mail.ts';
import { sendToOffice } from './office.server.ts';

const TEXT_MAX = 60_000; // characters

/** Tries to tell the office of a client's answer. */
export async function sendAnswerNotification(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const told = await em.findOne(AnswerNotification, { id }, { populate: ['mail', 'message'] });
  if (!told || told.state === 'sent') return 'done';
  const { mail, message } = told;
  const first = await em.findOne(Notification, { message: message.id });
  const files = await em.find(EnquiryFile, { mail: mail.id }, { orderBy: { position: 'asc' } });
  const { name, email, subject, text } = mail as Required<typeof mail>;
  const sent = enquiryMail(
    {
      name: name!,
      email: email!,
      subject: subject!,
      message: shortened(text!, TEXT_MAX),
      serviceType: message.serviceType ?? null,
      preferredContact: message.preferredContact ?? null,
      phoneNumber: first?.payload.phoneNumber ?? null,
      companyName: first?.payload.companyName ?? null,
    },
    {
      notificationId: id,
      reference: message.reference,
      link: app.env.appUrl + paths.admin.message(message.id),
      receivedAt: mail.createdAt,
      files: files.map(({ name }) => name),
      kind: 'answer',
    },
  );
  const result = settle(
    told,
    attempt,
    await sendToOffice(app, em, { ...sent, ...(first ? { follows: [{ id: first.id }] } : {}) }),
  );
  await em.flush();
  return result;
}

export const giveUpAnswerNotification = giveUpOf(AnswerNotification);
