import type { App } from '#db/app.ts';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import { Notification } from '#db/entities/message-mail.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { listEnquiryFiles } from '../files/enquiry-files.server.ts';
import { paths } from '../../paths.ts';
import { enquiryMail } from './enquiry-mail.ts';
import { sendToOffice } from './office.server.ts';
import type { JobResult } from '../../mail/mail-queue.server.ts';
import { giveUpOf, settle } from '../../mail/settle.server.ts';

export async function sendNotification(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const notification = await em.findOne(Notification, { id }, { populate: ['message'] });
  if (!notification || notification.state === 'sent' || notification.state === 'held') return 'done';
  const { payload, message } = notification;
  const files = await listEnquiryFiles(em, message.id);
  const mail = enquiryMail(payload, {
    notificationId: id,
    reference: message.reference,
    link: app.env.appUrl + paths.admin.message(message.id),
    receivedAt: message.createdAt,
    files: files.map(({ name }) => name),
    kind: (await em.count(InboundMail, { message: message.id, kind: 'enquiry' })) ? 'mail' : 'form',
    logged: message.cameBy ? { cameBy: message.cameBy, by: message.loggedBy! } : null,
  });
  const result = settle(notification, attempt, await sendToOffice(app, em, mail));
  await em.flush();
  return result;
}

export const giveUpNotification = giveUpOf(Notification);

/** In seconds; 0 if none waits. */
export async function oldestWaitingSeconds(em: EntityManager): Promise<number> {
  // SQL: by the database's clock.
  const [row] = await em.execute<{ age: string }[]>(
    "select coalesce(extract(epoch from now() - min(created_at)), 0) as age from notifications where state = 'waiting'",
  );
  return Number(row!.age);
}
