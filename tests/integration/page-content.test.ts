import { beforeEach, describe, expect, it } from 'vitest';
import { forkEntityManager } from '#db/orm.ts';
import { contentTypes } from '#db/entities/content.ts';
import { pageTexts as startingTexts } from '#db/starting-content/page-texts.ts';
import { addNewTexts } from '#db/starting-content/seed.ts';
import { isMultiLine, type ManagedText, type PageName } from '#app/content/texts/page-content.schema.ts';
import { findText, judgeValue, listTexts, updateText } from '#app/content/texts/managed-texts.server.ts';
import { pageTexts } from '#app/content/texts/page-content.server.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { COMMAND_LINE } from '#app/audit/activities.server.ts';
import { add } from '../support/content.ts';

const { sql, connection } = await testDatabase();
const app = await openTestApp(connection);
const em = () => forkEntityManager(app);

beforeEach(async () => void (await sql('truncate page_content')));

const save = (which: number | string, version: number, contentValue: string, page: PageName = 'about') =>
  updateText(em(), page, which, { contentValue, version }, COMMAND_LINE);

async function put(section_key: string, content_type: string, content_value: string, display_order = 0) {
  const text = { section_key, content_type, content_value, display_order, updated_at: '2026-01-01T02:00:00Z' };
  return (await add(sql, 'page_content', [text]))[0]!;
}

describe('the texts of a page', () => {
  it('come in the order of the page with the day of the last save; html as it is shown', async () => {
    await put('second', 'text', '<p>B</p>', 2);
    const id = await put('first', 'html', '<p onclick="x()">A<script>x()</script></p>', 1);
    const first = { sectionKey: 'first', html: '<p>A</p>', updated: '31 December 2025' };
    expect(await listTexts(em(), 'about')).toMatchObject([first, { sectionKey: 'second', html: null }]);
    expect(await findText(em(), 'about', id)).toMatchObject({ sectionKey: 'first' });
    expect(await findText(em(), 'home', id)).toBeNull();
  });

  it('each have a row from the next start on, also those that came with a later release', async () => {
    await put('heading', 'heading', 'Theirs', 7);
    for (let start = 0; start < 2; start++) await addNewTexts(em());
    const asBefore = { contentValue: 'info@example.com', version: 1, updated: '31 December 2025' };
    expect(await findText(em(), 'footer', 'email')).toMatchObject(asBefore);
    expect(await findText(em(), 'about', 'heading')).toMatchObject({ contentValue: 'Theirs' });
    expect(await findText(em(), 'footer', 'no_such_key')).toBeNull();
    const keys = startingTexts.filter(({ pageName }) => pageName === 'footer').map(({ sectionKey }) => sectionKey);
    expect((await listTexts(em(), 'footer')).map(({ sectionKey }) => sectionKey)).toEqual(keys);
    expect(await sql('select 1 from page_content')).toHaveLength(startingTexts.length);
  });

  it('start with values that the rules accept, of all six types', () => {
    expect(new Set(startingTexts.map(({ contentType }) => contentType))).toEqual(new Set(contentTypes));
    for (const { sectionKey, contentType, contentValue } of startingTexts) {
      const text = { sectionKey, contentType, contentValue, isOptional: !contentValue } as ManagedText;
      expect(judgeValue(text, contentValue), sectionKey).toEqual({ value: contentValue });
    }
  });
});

describe('a save', () => {
  it('shows on the public page at once and is dated; on an older state it is refused with what is stored', async () => {
    const id = await put('heading', 'heading', 'About Us');
    for (let press = 0; press < 2; press++) expect(await save(id, 1, 'Theirs')).toMatchObject({ outcome: 'saved' });
    expect(pageTexts(app, 'about').heading).toBe('Theirs');
    expect(await sql("select 1 from page_content where updated_at > now() - interval '1 minute'")).toHaveLength(1);
    const stored = { contentValue: 'Theirs', version: 2 };
    expect(await save(id, 1, 'Mine')).toMatchObject({ outcome: 'outdated', stored });
    expect(await save(999_999, 1, 'Mine')).toEqual({ outcome: 'gone' });
    expect(await save(id, 2, 'Mine', 'home')).toEqual({ outcome: 'gone' });
  });

  it('is what the site shows in place of the built-in text', async () => {
    expect(pageTexts(app, 'footer').phone_2).toBe('(868) 555-0187'); // without a row
    await addNewTexts(em());
    expect(await save('phone_2', 1, '(868) 555-0199', 'footer')).toMatchObject({ outcome: 'saved' });
    expect(pageTexts(app, 'footer').phone_2).toBe('(868) 555-0199');
  });

  it('by hand in SQL is sanitised where it is shown', async () => {
    await put('who_text', 'html', '<p>B<img src=x onerror=hit()></p>');
    await save(await put('heading', 'heading', 'A'), 1, 'B'); // then all texts are read again
    expect(pageTexts(app, 'about').who_text).toBe('<p>B</p>');
  });
});

const text = (contentType: ManagedText['contentType'], sectionKey = 'key') =>
  ({ contentType, sectionKey, contentValue: 'x' }) as ManagedText;

const TOO_DEEP = 'Too many tags stand within each other. Please take some of them out';
it.each([
  ['html is sanitised', text('html'), '<p>A<script>x()</script></p>', { value: '<p>A</p>' }],
  ['html without a word', text('html'), '<p> <br>&nbsp;</p>', { problem: 'Please fill in this text' }],
  ['what nobody sees', text('text'), '\u200b\u2060', { problem: 'Please fill in this text' }],
  ['html of which nothing is left', text('html'), '<script>x()</script>', { problem: 'Please fill in this text' }],
  ['tags in plain text stay as typed', text('text'), '<b>A</b>', { value: '<b>A</b>' }],
  ['10,000 characters', text('text'), '🏗'.repeat(10_000), { value: '🏗'.repeat(10_000) }],
  ['more', text('text'), 'x'.repeat(10_001), { problem: 'The text must be at most 10,000 characters' }],
  ['320 characters for searches', text('text', 'seo_title'), 'x'.repeat(320), { value: 'x'.repeat(320) }],
  ['more for searches', text('text', 'seo_title'), 'x'.repeat(321), { problem: expect.stringContaining('320 char') }],
  ['html of tags within tags', text('html'), '<b>a\n'.repeat(1900), { problem: TOO_DEEP }],
  ['html that grows over the limit', text('html'), '&'.repeat(3000), { problem: expect.stringContaining('10,000') }],
  ['a wrong e-mail', text('contact', 'email'), 'info', { problem: 'Please enter a valid email address' }],
])('the judgement of a value: %s', (_, of, value, judged) => expect(judgeValue(of, value)).toEqual(judged));

it.each([
  ['html', 'x', true],
  ['list', 'x', true],
  ['text', 'x'.repeat(100), false],
  ['text', 'x'.repeat(101), true],
  ['heading', 'é'.repeat(101), true],
  ['contact', 'x', false],
  ['text', 'x\ny', true],
] as const)('the editor of %s', (contentType, contentValue, isBox) =>
  expect(isMultiLine({ sectionKey: 'any', contentType, contentValue })).toBe(isBox),
);
