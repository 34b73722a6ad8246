import { InboundMail } from '#db/entities/inbound-mail.ts';
import { Acknowledgement, Notification, Reply } from '#db/entities/message-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Mail } from '../../mail/mail.ts';
import { readOwnId } from '../inbound/delivery-report.ts';

const MOST_LENGTH = 8000; // mail servers refuse endless headers
/** A Message-ID of others, which goes into our headers as it is. */
const MESSAGE_ID = /^(?=.{3,250}$)[!-;=?A-~]+@[!-;=?-~]+$/;

/**
 * The earlier mails of a thread, in order, for the References of a mail to the client. The notification is first.
 * @param whole includes the mails that those of others name: anybody can write any words there
 */
export async function listEarlier(
  em: EntityManager,
  { message, createdAt }: Pick<Reply, 'message' | 'createdAt'>,
  whole: boolean,
): Promise<Mail['follows']> {
  const to = message.email;
  const notification = await em.findOne(Notification, { message: message.id }, { fields: ['id'] });
  const acknowledgements = await em.find(Acknowledgement, { message: message.id, state: 'sent' });
  const earlier = { message: message.id, state: 'sent' as const, createdAt: { $lt: createdAt } };
  const replies = await em.find(Reply, earlier, { orderBy: { createdAt: 'asc' } });
  const came = await em.find(
    InboundMail,
    { message: message.id, kind: ['enquiry', 'answer'], createdAt: { $lt: createdAt } },
    { fields: ['headerId', 'threadIds', 'createdAt'] }, // their texts may be long
  );
  const ours = [...acknowledgements, ...replies].map(({ id, createdAt }) => ({ at: createdAt, mail: { id, to } }));
  const theirs = came.flatMap(({ headerId, threadIds, createdAt: at }) =>
    [...((whole && threadIds) || []), headerId ?? '']
      .filter((id) => MESSAGE_ID.test(id) && !readOwnId(id))
      .map((mail) => ({ at, mail })),
  );
  const thread = [...ours, ...theirs].sort((a, b) => a.at.getTime() - b.at.getTime());
  const mails = [...new Set([...(notification ? [{ id: notification.id }] : []), ...thread.map(({ mail }) => mail)])];
  let length = 0;
  const cut = mails.findLastIndex((mail) => (length += typeof mail === 'string' ? mail.length : 80) > MOST_LENGTH);
  mails.splice(1, Math.max(0, cut));
  return mails;
}
