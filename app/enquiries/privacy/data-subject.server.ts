import { findApp } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { columnOf, type EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { MORE, PAGE_SIZE, writeCursor, type Cursor } from '../inbox/inbox.ts';
import { shownTextSql } from '../inbound/shown-text.server.ts';
import { COLUMNS, formatRow, type StoredRow } from '../inbox/messages.server.ts';
import { milliseconds } from '../message-tables.server.ts';
import { otherParts } from '../receive/enquiry-parts.ts';
import { localDateTime } from '../../time/dates.ts';
import { nameReferences, type StoredItem } from './data-subject.ts';

/** SQL: the expression of the index. */
const OF_ADDRESS = 'lower(email) = lower(?)';

/** SQL: the text of a mail, as far as all mails of one enquiry are shown. */
const SHOWN_TEXT = shownTextSql(10_000, 20_000);

/** SQL: everything that is stored with an enquiry `m`, for people to read. */
const STORED = `(select jsonb_agg(jsonb_build_object('what', what, 'at', at, 'who', who, 'state', state, 'text', text) order by at, n) from (
  select 1 as n, 'Message' as what, m.created_at as at, null as who, null as state, concat_ws(E'\n', m.name, m.email,
    (select concat_ws(E'\n', payload->>'phoneNumber', payload->>'companyName') from notifications where message_id = m.id),
    ${otherParts.map((part) => `m.${columnOf(part)}`).join(', ')}, '', m.subject, m.message) as text
  union all select 2, 'File', created_at, null, null, name from enquiry_files where message_id = m.id
  union all select 3, 'Notification', coalesce(sent_at, created_at), null, state, null from notifications where message_id = m.id
  union all select 4, 'Acknowledgement', coalesce(sent_at, created_at), null, state, null from acknowledgements where message_id = m.id
  union all select 5, 'Reply', created_at, who, state, concat_ws(E'\n\n', subject, text) from replies where message_id = m.id
  union all select 6, coalesce(initcap(contact), 'Note'), coalesce(contact_at, at), who, null, text from notes join activities a on a.id = activity_id where message_id = m.id
  union all select 7, 'Mail', created_at, concat_ws(' ', name, email), null, concat_ws(E'\n\n', subject, ${SHOWN_TEXT}, case when text <> ${SHOWN_TEXT} then '(The export has all of it.)' end) from inbound_mails where message_id = m.id
) as items)`;

const BATCH = 100; // read at a time

/** SQL: mails of an address in the enquiries of others, or in none. */
const ELSEWHERE = `from inbound_mails i left join messages m on m.id = i.message_id
  where lower(i.email) = lower(?) and lower(m.email) is distinct from lower(i.email)`;

export type Person = Awaited<ReturnType<typeof findPerson>>;

/** One page of the enquiries in all folders, the newest first, and other mails of the address. */
export async function findPerson(em: EntityManager, email: string, cursor: Cursor | null) {
  // SQL: the index serves a comparison of pairs, and only the shown rows are read.
  const place = cursor ? 'and (created_at, id) < (?::timestamptz, ?)' : '';
  const found = await em.execute<(StoredRow & { stored: StoredItem[] })[]>(
    `select ${COLUMNS}, ${STORED} as stored
     from messages m where ${OF_ADDRESS} ${place} order by created_at desc, id desc limit ${PAGE_SIZE + 1}`,
    [email, ...(cursor ? [new Date(cursor.ms).toISOString(), cursor.id] : [])],
  );
  // SQL: counts up to a limit.
  const [counts] = await em.execute<{ total: number; theirs: number; inNone: number }[]>(
    `select (select count(*)::int from (select from messages where ${OF_ADDRESS} limit ${MORE}) as found) as total,
       count(m.id)::int as theirs, (count(*) - count(m.id))::int as "inNone" ${ELSEWHERE}`,
    [email, email],
  );
  const elsewhere = await em.execute<StoredItem[]>(
    `select m.id as "messageId", m.reference, 'Mail' as what, i.created_at as at, concat_ws(' ', i.name, i.email) as who, concat_ws(E'\n\n', i.subject, left(text, 10000),
       case when length(text) > 10000 then '(The export has all of it.)' end, (select 'Files: ' || string_agg(name, ', ' order by position) from enquiry_files where mail_id = i.id)) as text
     ${ELSEWHERE} order by i.created_at desc limit ${BATCH}`,
    [email],
  );
  const rows = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? rows.at(-1)! : null;
  return {
    ...counts!, // `total` is `MORE` if there are too many to count
    elsewhere: elsewhere.map(formatDate),
    rows: rows.map(({ stored, ...row }) => ({ ...formatRow(row), stored: stored.map(formatDate) })),
    older: last && writeCursor({ direction: 'before', ms: last.createdMs, id: last.id }),
    now: databaseNow(findApp(em)),
  };
}

const formatDate = (item: StoredItem): StoredItem => ({ ...item, at: localDateTime(new Date(item.at)) });

const fileNames = (where: string) =>
  `(select coalesce(jsonb_agg(name order by position), '[]') from enquiry_files where ${where})`;

/** Yields JSON with all columns except technical ones. The activity log records the export. */
export async function* exportPerson(em: EntityManager, email: string, by: Actor): AsyncGenerator<string> {
  // SQL: ignores case.
  const found = await em.execute<{ reference: string }[]>(
    `select reference from messages where ${OF_ADDRESS} order by created_at, id`,
    [email],
  );
  const references = nameReferences(found.map(({ reference }) => reference));
  await recordActivity(em, 'export', by, `Exported all data of a person: ${references}`);
  yield `{\n"address": ${JSON.stringify(email)},\n"exported_at": "${new Date().toISOString()}",\n"enquiries": [`;
  let last: Exported | undefined;
  for (let batch: Exported[]; (batch = await readBatch(em, email, last)).length; last = batch.at(-1)) {
    const texts = batch.map(({ enquiry }) => JSON.stringify(enquiry, null, 2));
    yield `${last ? ',' : ''}\n${texts.join(',\n')}`;
  }
  // SQL: whole rows.
  const mails = await em.execute<{ mail: object }[]>(
    `select (to_jsonb(i) - '{id,message_id,activity_id,words_key}'::text[]) || jsonb_build_object('enquiry', m.reference,
       'files', ${fileNames('mail_id = i.id')}) as mail ${ELSEWHERE} order by i.created_at`,
    [email],
  );
  const others = mails.map(({ mail }) => mail);
  yield `\n],\n"mails_in_other_enquiries": ${JSON.stringify(others, null, 2)}\n}\n`;
}

interface Exported {
  id: number;
  ms: number;
  enquiry: object;
}

// SQL: whole rows, so that new columns are included.
function readBatch(em: EntityManager, email: string, last: Exported | undefined): Promise<Exported[]> {
  const place = last ? 'and (created_at, id) > (?::timestamptz, ?)' : '';
  return em.execute<Exported[]>(
    `select m.id, ${milliseconds('created_at')} as ms,
       (to_jsonb(m) - '{id,submission_key,reply_token,owner_id}'::text[]) || jsonb_build_object(
         'owner', (select a.email from owners o join accounts a on a.id = o.account_id where o.id = m.owner_id),
         'phone', (select payload->'phoneNumber' from notifications where message_id = m.id),
         'company', (select payload->'companyName' from notifications where message_id = m.id),
         'files', ${fileNames('message_id = m.id')},
         'notification', (select to_jsonb(n) - '{id,message_id}'::text[] from notifications n where message_id = m.id),
         'acknowledgement', (select to_jsonb(a) - '{id,message_id}'::text[] from acknowledgements a where message_id = m.id),
         'replies', (select coalesce(jsonb_agg(to_jsonb(r) - '{id,message_id,submission_key,activity_id}'::text[]
           order by created_at), '[]') from replies r where message_id = m.id),
         'mails', (select coalesce(jsonb_agg(to_jsonb(i) - '{id,message_id,activity_id,words_key}'::text[]
           order by created_at), '[]') from inbound_mails i where message_id = m.id),
         'notes', (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'who', who, 'text', text, 'contact', contact, 'contact_at', contact_at) order by a.id), '[]')
           from notes join activities a on a.id = activity_id where message_id = m.id and act = 'note'),
         'happened', (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'who', who, 'kind', act, 'text', text) order by a.id), '[]')
           from activities a left join notes on activity_id = a.id where noun = 'messages' and noun_id = m.id and act <> 'note')) as enquiry
     from messages m where ${OF_ADDRESS} ${place} order by created_at, m.id limit ${BATCH}`,
    [email, ...(last ? [new Date(last.ms).toISOString(), last.id] : [])],
  );
}

/** SQL: ignores case. */
export async function isKnown(em: EntityManager, email: string): Promise<boolean> {
  const [row] = await em.execute<{ is: boolean }[]>(
    `select exists (select from messages where ${OF_ADDRESS}) or exists (select ${ELSEWHERE}) as is`,
    [email, email],
  );
  return row!.is;
}
