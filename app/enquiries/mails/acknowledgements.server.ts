import { databaseNow } from '#db/database-clock.ts';
import { Acknowledgement } from '#db/entities/message-mail.ts';
import type { Message } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { countHit, hasRoom, type Limit } from '../../http/rate-limit.server.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { escaped, htmlMail, oneLine } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';
import { companyDetails } from '../../content/texts/page-content.server.ts';
import { mailPalette, palette } from '../../schemas/colours.ts';
import { localDateTime } from '../../time/dates.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { readSettings } from '../settings.server.ts';
import { replyToOf } from '../inbound/reply-address.server.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { sentBefore } from './sent-before.server.ts';

/** Anybody may enter a stranger's address: at most one mail a day to an address, and 100 an hour in all. */
const daily: Limit = { name: 'acknowledged', max: 1, seconds: 86_400 };
const hourly: Limit = { name: 'all-acknowledged', max: 100, seconds: 3600 };

/**
 * Further steps of the statement that stores new enquiries: they queue a mail for each. `acknowledgementMails` drops those
 * beyond the limits. The statement has to read the last step, `acknowledging`.
 * @param from SQL after `from` that gives the new messages
 */
export const acknowledgeSql = (from: string): string =>
  `acknowledged as (insert into acknowledgements (message_id) select id from ${from} returning id),
     acknowledging as (${queueMailsSql('acknowledgement', 'acknowledged')})`;

/** The same for one message, of the form's kind or not. */
export const acknowledgeOne = (tx: EntityManager, { id }: Message): Promise<unknown> =>
  tx.execute(`with ${acknowledgeSql('messages where id = ?')} select count(*) from acknowledging`, [id]);

/** A full hour counts no address, and `Ann+lift@` counts as `ann@`. */
async function isWithinLimits(em: EntityManager, email: string): Promise<boolean> {
  if (!(await hasRoom(em, hourly, ''))) return false;
  const address = email.toLowerCase().replace(/^([^+@]*)\+[^@]*/, '$1');
  return (await countHit(em, daily, address)) && countHit(em, hourly, '');
}

/** They are dropped after 24 hours, and when Settings switch acknowledgements off. */
export const acknowledgementMails = storedMails(Acknowledgement, {
  reads: ['message'],
  async send(acknowledgement, em, app) {
    const { id, message, attempts } = acknowledgement;
    const { reference, email, createdAt, loggedBy = null } = message;
    const refused = (reason: string) => ({ outcome: 'refused', reason }) as const;
    const isWanted = loggedBy !== null || (await readSettings(em)).acknowledgement; // then staff have asked for it
    if (!isWanted) return refused('it was switched off in Settings before it was sent');
    if (databaseNow(app) - createdAt.getTime() > ANSWER_MS) return refused('it could not be sent within 24 hours');
    if (attempts === 1 && !(await isWithinLimits(em, email))) return null; // each counts once
    const { appUrl } = app.env;
    const replyTo = await replyToOf(em, message.id);
    const company = companyDetails(app);
    const mail = acknowledgementMail({ id, to: email, reference, receivedAt: createdAt, replyTo, company, appUrl });
    return app.mailer.send({ ...mail, follows: await sentBefore(em, acknowledgement) });
  },
});

/** Nothing that the visitor typed is in it: nobody can send a stranger's words through us. */
export interface AcknowledgementFacts {
  id: string;
  /** All that the visitor decides. */
  to: string;
  reference: string;
  receivedAt: Date;
  replyTo: string | null;
  company: { name: string; phones: string[] };
  appUrl: string;
}

export function acknowledgementMail(facts: AcknowledgementFacts): Mail {
  const { id, to, reference, receivedAt, replyTo, appUrl } = facts;
  const name = oneLine(facts.company.name);
  const phones = facts.company.phones.map(oneLine);
  const came = `Thank you for your enquiry of ${localDateTime(receivedAt)} (Trinidad & Tobago). Its reference is ${reference}.`;
  const promise = 'We answer within 24 hours.';
  const call = 'If it cannot wait, call us and give the reference:';
  const stranger = `You get this mail because we (${appUrl}) received an enquiry with your address. If that was not you, you need not do anything.`;
  const links = phones.map(
    (phone) => `<a href="${telephoneHref(phone) ?? ''}" style="color:${mailPalette.link}">${escaped(phone)}</a>`,
  );
  const paragraphs = [
    `${escaped(came)}`,
    `<strong>${promise}</strong>`,
    ...(phones.length ? [`${call}<br>${links.join('<br>')}`] : []),
    escaped(name),
  ].map((text) => `<p style="margin:0 0 16px;max-width:640px">${text}</p>`);
  return {
    id,
    to,
    automatic: 'replied',
    subject: `We have your enquiry ${reference}`,
    replyTo,
    text: [came, '', promise, '', ...(phones.length ? [call, ...phones, ''] : []), name, '', stranger, ''].join('\n'),
    html: htmlMail(
      'We have your enquiry',
      `${paragraphs.join('\n')}
<p style="margin:24px 0 0;max-width:640px;color:${palette.steel600};font-size:13px">${escaped(stranger)}</p>`,
    ),
    date: receivedAt,
  };
}
