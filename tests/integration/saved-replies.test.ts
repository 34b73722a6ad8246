import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectPage, markupOf, textOf } from '../support/expect-page.ts';
import { add, emptyTables } from '../support/content.ts';
import { testSite } from '../support/database.ts';
import { undoLast, visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const [admin, other] = await Promise.all([visitAs(site, sql, 'admin'), visitAs(site, sql, 'admin')]);
const { savedReplies, newSavedReply, editSavedReply, message, preferences } = paths.admin;
const first = { name: 'First answer', text: 'Dear {name},\n\nthank you for {reference} ({service}).\n\n{my name}' };
const remove = (version: string) => admin.post(editSavedReply(1), { name: '', text: '', intent: 'delete', version });
const stored = () => sql('select name, text, documents, version from saved_replies order by id');

beforeEach(async () => {
  await emptyTables(sql, 'messages');
  await sql('truncate saved_replies restart identity; delete from pdf_documents');
  await add(sql, 'messages', [{ name: 'Ann {my name} Lee', reference: 'SR-7F3K2M', service_type: 'training-request' }]);
});

describe('saved replies', () => {
  it('are added once, listed, changed and deleted, and the activity log tells', async () => {
    expect((await admin.get(savedReplies)).status).toBe(200);
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.post(newSavedReply, first)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await stored()).toHaveLength(1);
    expect(await textOf(admin.get(savedReplies))).toMatch(/First answer.*Dear \{name\},/s);
    await admin.post(editSavedReply(1), { ...first, name: 'The first', version: '1' });
    expect(await stored()).toEqual([{ name: 'The first', text: first.text, documents: [], version: 2 }]);
    await remove('2');
    expect(await stored()).toEqual([]);
    const lines = "select what from activities where kind = 'saved-replies' and who = $1 order by id";
    expect(await sql.column(lines, [admin.email])).toEqual([
      'Added the saved reply “First answer”',
      'Changed the saved reply “The first”',
      'Deleted the saved reply “The first”',
    ]);
    expect((await admin.get(editSavedReply(1))).status).toBe(404);
  });

  it('that were added, changed or deleted are as before after an undo, unless somebody else was there since', async () => {
    await admin.post(newSavedReply, first);
    await admin.post(editSavedReply(1), { ...first, text: 'Wrong', version: '1' });
    expect(await undoLast(admin, sql)).toBe(303);
    expect(await undoLast(admin, sql)).toBe(409); // undone once
    expect(await stored()).toEqual([expect.objectContaining({ ...first, version: 3 })]);
    await remove('3');
    const deletion = await sql.value<string>('select max(id)::text from revisions');
    await other.post(newSavedReply, { ...first, name: 'FIRST answer' });
    const undoDeletion = () => admin.post(paths.admin.undo, { revision: deletion });
    expect((await undoDeletion()).status).toBe(409);
    expect(await undoLast(other, sql)).toBe(303);
    expect(await stored()).toEqual([]);
    expect((await undoDeletion()).status).toBe(303);
    expect(await stored()).toEqual([expect.objectContaining(first)]);
  });

  it('changed by somebody else are shown before a deletion', async () => {
    await admin.post(newSavedReply, first);
    await other.post(editSavedReply(1), { ...first, text: 'Theirs', version: '1' });
    await expectPage(remove('1'), 409, 'Theirs');
  });
});

describe('put into a reply', () => {
  const typed = { intent: 'reply', then: 'put-in', saved: '1', subject: 'Mine', text: '', version: '7' };
  const putIn = (fields: Record<string, string> = {}) =>
    admin.post(`${message(1)}?form=reply`, { ...typed, ...fields });
  const textIn = async (answer: Response) =>
    /<textarea[^>]*name="text"[^>]*>([^<]*)</.exec(await markupOf(answer))![1]!.replace(/^\n/, '');

  it('it is filled in by the server, below what was typed, with its documents; nothing is sent', async () => {
    const [document, away] = await add(sql, 'pdf_documents', [{ title: 'Policy' }, { title: 'Away' }]);
    await admin.get('/'); // the site reads both documents
    await sql('insert into saved_replies (name, text, documents) values ($1, $2, $3)', [first.name, first.text, [String(document), String(away)]]); // oxfmt-ignore
    await sql('delete from pdf_documents where id = $1', [away]);
    await expect.poll(async () => (await admin.get(message(1))).text(), { timeout: 10_000 }).not.toContain('Away');
    const answer = await putIn({ text: 'Good morning' });
    expect(answer.status).toBe(200);
    const page = await markupOf(answer.clone());
    expect(await textIn(answer)).toBe(
      `Good morning\n\nDear Ann {my name} Lee,\n\nthank you for SR-7F3K2M (Training Request).\n\n${admin.email}`,
    );
    expect(page).toMatch(/<input[^>]*name="subject"[^>]*value="Mine"/);
    expect(page).toContain('name="version" value="7"');
    expect(page).toMatch(new RegExp(`<input[^>]*name="documents"[^>]*checked=""[^>]*value="${document}"`));
    expect(await sql('select 1 from replies')).toEqual([]);
  });

  it('it is signed by the name that the account gives', async () => {
    await admin.post(newSavedReply, { ...first, text: 'Yours, {my name}' });
    await admin.post(preferences, { name: ' Dana Cole ', keys: 'on' });
    expect(await textIn(await putIn())).toBe('Yours, Dana Cole');
  });

  it('a missing or absent choice is reported, and all typing is kept', async () => {
    await admin.post(newSavedReply, first);
    const choose = (saved: string) => putIn({ saved, text: 'Good morning' });
    await expectPage(choose('77'), 409, 'This saved reply is not there any more', 'Good morning');
    await expectPage(choose(''), 400, 'Please choose a saved reply', 'Good morning');
  });
});
