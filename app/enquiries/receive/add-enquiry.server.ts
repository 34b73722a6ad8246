import type { RequiredEntityData } from '@mikro-orm/core';
import { Notification, type NotificationPayload } from '#db/entities/message-mail.ts';
import { Message } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { queueMail } from '../../mail/mail-jobs.server.ts';

/** Stores an enquiry that did not come by the form, and queues its notification, unless it is suspected spam. */
export async function addEnquiry(
  tx: EntityManager,
  payload: NotificationPayload,
  facts: Partial<RequiredEntityData<Message>>,
): Promise<Message> {
  const { phoneNumber: _, companyName: __, ...parts } = payload;
  const message = tx.create(Message, { ...parts, ...facts, folder: facts.spamReason ? 'spam' : 'inbox' });
  const state = facts.spamReason ? 'held' : 'waiting';
  const notification = tx.create(Notification, { message, payload, state });
  await tx.flush();
  if (state === 'waiting') await queueMail(tx, 'notification', notification.id);
  return message;
}
