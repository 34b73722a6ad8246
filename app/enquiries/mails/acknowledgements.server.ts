import { findApp, type App } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { Acknowledgement } from '#db/entities/message-mail.ts';
import type { Message } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { COUNTS, hitOneKeySql, hitEachKeySql, limitKey, type Limit } from '../../http/rate-limit.server.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { escaped, htmlMail, oneLine } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';
import { companyDetails } from '../../content/texts/page-content.server.ts';
import { mailPalette, palette } from '../../schemas/colours.ts';
import { localDateTime } from '../../time/dates.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { readSettings } from '#db/settings.ts';
import { findReplyTo } from '../inbound/reply-address.server.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { listEarlier } from './earlier-mails.server.ts';

/** Anybody can type a stranger's address, so an address gets at most one a day, and all together 100 an hour. */
const daily: Limit = { name: 'acknowledgement', max: 1, seconds: 86_400 };
const hourly: Limit = { name: 'acknowledgements', max: 100, seconds: 3600 };

/** The limit's key for an address. `Ann+lift@` counts as `ann@`. */
export const acknowledgementKey = (app: App, email: string): string =>
  limitKey(app, daily, email.toLowerCase().replace(/^([^+@]*)\+[^@]*/, '$1'));

/**
 * SQL: CTEs for the statement that stores new enquiries. They queue a mail for each enquiry that is within both limits and
 * not suspected spam. At the hourly limit no address is counted. The statement must read the last CTE, `acknowledging`.
 * @param saved the CTE with the new messages: `id`, `folder` and `email_key`, the key of the address
 */
export function acknowledgeSql(app: App, saved: string): { sql: string; values: unknown[] } {
  const hour = limitKey(app, hourly, '');
  const address = hitEachKeySql(daily, 'select email_key from wanted order by email_key');
  const all = hitOneKeySql(hourly, hour, 'granted');
  const sql = `wanted as (
       select distinct on (email_key) email_key, id from ${saved} where folder = 'inbox' and ? > (
         select count(*) from rate_limits, unnest(hits) h where key = ? and ${COUNTS})
       order by email_key, id
     ), daily as (${address.sql}),
     granted as (
       select id, row_number() over (order by id) as place from wanted join daily on key = email_key where allowed
     ), hourly as (${all.sql}),
     acknowledged as (
       insert into acknowledgements (message_id) select id from granted, hourly where place <= counted returning id
     ), acknowledging as (${queueMailsSql('acknowledgement', 'acknowledged')})`;
  return { sql, values: [hourly.max, hour, hourly.seconds, ...address.values, ...all.values] };
}

/** Queues an acknowledgement of one message, under the same limits. */
export async function acknowledgeOne(tx: EntityManager, { id, email }: Message): Promise<void> {
  const app = findApp(tx);
  const { sql, values } = acknowledgeSql(app, 'saved');
  await tx.execute(
    `with saved as (select id, folder, ?::text as email_key from messages where id = ?), ${sql}
     select count(*) from acknowledging`,
    [acknowledgementKey(app, email), id, ...values],
  );
}

/** Mails are dropped after 24 hours, and when Settings switch acknowledgements off. */
export const acknowledgementMails = storedMails(Acknowledgement, {
  reads: ['message'],
  async send(acknowledgement, em, app) {
    const { id, message } = acknowledgement;
    const { reference, email, createdAt, loggedBy = null } = message;
    const refused = (reason: string) => ({ outcome: 'refused', reason }) as const;
    const isWanted = loggedBy !== null || (await readSettings(em)).acknowledgement; // staff asked for it
    if (!isWanted) return refused('it was switched off in Settings before it was sent');
    if (databaseNow(app) - createdAt.getTime() > ANSWER_MS) return refused('it could not be sent within 24 hours');
    const { appUrl } = app.env;
    const replyTo = await findReplyTo(em, message.id);
    const company = companyDetails(app);
    const mail = acknowledgementMail({ id, to: email, reference, receivedAt: createdAt, replyTo, company, appUrl });
    return app.mailer.send({ ...mail, follows: await listEarlier(em, acknowledgement, false) });
  },
});

/** The mail holds nothing that the visitor typed, so that nobody can send text to a stranger through us. */
export interface AcknowledgementFacts {
  id: string;
  /** The only part that the visitor decides. */
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
