import { expect } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { picture } from './actions.ts';
import { add } from './content.ts';
import type { ProductUnderTest } from './fixtures.ts';

const ADDRESS = 'https://example.com/lifts/2026/';
const WORDS = 'Tandem lifts of columns, girders and precast parts, planned and supervised. ';

const WORD = 'Gittermastraupenkranfahrersicherheitsunterweisungsnachweis2026';

const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const unbroken = (length: number) => (ADDRESS + filled(WORD, length)).slice(0, length);
/** An address and a word that cannot wrap, then words. More than 600 unbroken characters show nothing new. */
const fill = (length: number) => `${unbroken(Math.min(length / 2, 600))} ${filled(WORDS, length)}`.slice(0, length);
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + 'Deep down' + close.repeat(depth);

/** The longest valid address, in which no line can break. */
export const EMAIL = `${'m'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.com`;
const PHONE = `(868)${'.'.repeat(400)}555-0142`;

export const worstSlug = 'w'.repeat(80);

const HTML =
  `<h3>${fill(1200)}</h3><p><a href="${unbroken(500)}">${unbroken(500)}</a> ${fill(1500)}</p>` +
  nested('<ul><li>', '</li></ul>', 5) +
  nested('<blockquote>', '</blockquote>', 10) +
  `<table><tr>${`<td>${fill(20)}</td>`.repeat(30)}</tr></table><pre>${fill(500)}</pre>`;

/** Fills every text, title and list with the worst that is allowed, and waits until the site shows it. */
export async function writeWorst({ sql, url }: ProductUnderTest): Promise<void> {
  const list = Array.from({ length: 6 }, (_, line) => `${line} ${fill(450)}`).join('\n');
  const values = { heading: fill(1200), text: fill(1500), button: fill(500), list, html: HTML };
  for (const [type, value] of Object.entries(values))
    await sql('update page_content set content_value = $1 where content_type = $2', [value, type]);
  // The longest name that fits the sidebar, which does not scroll.
  const footer = { phone_1: PHONE, phone_2: PHONE, email: EMAIL, company_name: unbroken(300) };
  for (const [key, value] of Object.entries(footer))
    await sql('update page_content set content_value = $1 where section_key = $2', [value, key]);
  await sql('update services set title = $1, content = $2', [fill(200), fill(1500)]);
  await sql('update pdf_documents set title = $1, description = $2', [fill(200), fill(2000)]);
  await sql('truncate projects');
  await add(sql, 'projects', [
    {
      ...{ slug: worstSlug, title: fill(200), place: fill(200), sector: fill(200), client: unbroken(200) },
      ...{ content: fill(1500), figures: `${unbroken(80)}: ${unbroken(80)}\n`.repeat(12).trim() },
      ...{ seo_title: unbroken(320), seo_description: fill(320) },
      pictures: [{ ...picture, alt: unbroken(300) }],
    },
  ]);
  const tables = { services: 'services', documents: 'pdf_documents', pages: 'page_content', projects: 'projects' };
  // For each, a change of every word and a deletion of another row.
  for (const [noun, table] of Object.entries(tables))
    await sql(
      `with before as (
         insert into revisions (noun, item_id, act, state) select '${noun}', id, 'found', $1::jsonb from ${table} returning *
       ), change as (
         insert into revisions (noun, item_id, who, act, state, parent_id)
         select noun, item_id, $3, 'changed', $2::jsonb, id from before
       ), deletion as (
         insert into revisions (noun, item_id, who, act, state) values ('${noun}', 999, $3, 'deleted', $1) returning *
       )
       insert into trash (revision_id, noun, item_id, row) select id, noun, item_id, $1 from deletion`,
      [...[fill(200), unbroken(200)].map((title) => ({ title, content: title, contentValue: title })), EMAIL],
    );
  await sql('truncate redirects');
  await sql(`insert into redirects (from_path, to_path) values ($1, $1), ('/gone', null)`, [`/${unbroken(299)}`]);
  await sql('insert into missing_paths (path, hits) values ($1, 1e6) on conflict do nothing', [`/${unbroken(299)}`]);
  const worst = {
    ...{ name: fill(200), email: EMAIL, subject: fill(200), message: fill(1500), is_read: false },
    ...{ folder: 'inbox', spam_reason: null, trashed_at: null },
  };
  await add(sql, 'messages', [
    { ...worst, is_read: true },
    worst,
    { ...worst, folder: 'spam', spam_reason: 'Caught: sent within 2 seconds of opening the form' },
    { ...worst, folder: 'trash', trashed_at: new Date() },
  ]);
  await sql(
    `with told as (
       insert into activities (kind, act, who, what, noun, noun_id)
       select 'enquiries', 'client-answer', 'x', 'x', 'messages', min(id) from messages returning id, noun_id
     ) insert into inbound_mails
         (id, state, way, kind, raw_bytes, message_id, activity_id, name, email, subject, text, left_out)
       select gen_random_uuid(), 'read', 'imap', 'answer', 1, noun_id, id, $1, $2, $1, $3, array[$4] from told`,
    [fill(300), worstAddress(), `${fill(1500)}\n> ${fill(1500)}`, unbroken(300)],
  );
  for (const page of [paths.about, paths.services, paths.project(worstSlug)]) {
    const shown = async () => (await fetch(url + page)).text();
    await expect.poll(shown, { intervals: [50], timeout: 30_000 }).toContain(unbroken(60));
  }
}

export const worstAddress = (): string => EMAIL.replace(/^m{8}/, String(Date.now()).slice(-8));
export const worstMessage = fill(2000);
