import { beforeEach, describe, expect, it } from 'vitest';
import { versionedDocuments } from '#app/content/documents/documents.server.ts';
import { deleteVersioned, type Versioned, type VersionedRow } from '#app/content/versions/versioned.server.ts';
import { sweepHistory } from '#app/content/versions/sweep-history.server.ts';
import { moveVersioned } from '#app/content/versions/move.server.ts';
import { readHistory } from '#app/content/versions/revisions.server.ts';
import { listTrash, restore } from '#app/content/versions/trash.server.ts';
import { versionedTexts } from '#app/content/texts/page-content.server.ts';
import { versionedServices } from '#app/content/services/services.server.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { ann, ben, twoEditors } from '../support/two-editors.ts';

const database = await testDatabase();
const { sql } = database;
const { em, save, saveOrder, undoIt, versionOf } = twoEditors(sql, await openTestApp(database.connection));

beforeEach(async () => void (await sql('truncate services, pdf_documents, page_content, revisions, trash cascade')));

const addService = async (title = 'First') => (await add(sql, 'services', [{ title }]))[0]!;
const history = async (kind: Versioned, id: number) => (await readHistory(em(), kind, id, null))!.entries;
const services = versionedServices as unknown as Versioned;
const documentsKind = versionedDocuments as unknown as Versioned;
/** Adds services S1, S2 and so on. @param place of each, by its number */
const addServices = (n: number, place = (i: number) => i) =>
  add(sql, 'services', n, (i) => ({ title: `S${i}`, display_order: place(i) }));
const addDocuments = (n: number) => add(sql, 'pdf_documents', n, (i) => ({ title: `D${i}`, display_order: i }));
/** @returns the revision of the deletion */
async function remove<Row extends VersionedRow>(kind: Versioned<Row>, id: number, by = ann): Promise<number> {
  return ((await deleteVersioned(em(), kind, id, null, by)) as { revision: number }).revision;
}
const documents = () => sql.column("select display_order || ' ' || title from pdf_documents order by display_order");
const titles = () => sql.column<string>('select title from services order by display_order, id');

describe('the history', () => {
  it('tells who changed how many words when, the newest first, from what was there before it began', async () => {
    const id = await addService('Rigging of cranes');
    await save(versionedServices, id, 'Rigging of two cranes');
    await save(versionedServices, id, 'Lifting of two cranes', ben);
    const entries = await history(services, id);
    expect(entries.map(({ told }) => told)).toEqual([
      'ben@example.com changed 1 word',
      'ann@example.com changed 1 word',
      'As it was before its history began',
    ]);
    expect(entries.map(({ isPresent }) => isPresent)).toEqual([true, false, false]);
    expect(entries[0]!.time).toMatch(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/);
    expect(entries[0]!.fields[0]).toEqual({
      label: 'Title',
      parts: [
        { kind: 'removed', text: 'Rigging' },
        { kind: 'added', text: 'Lifting' },
        { kind: 'same', text: ' of two cranes' },
      ],
    });
  });

  it('is read in pages, each entry with what it changed', async () => {
    const id = await addService('Title 0');
    await save(versionedServices, id, 'Title 1');
    await sql(`insert into revisions (noun, item_id, who, act, state)
      select noun, item_id, who, act, jsonb_set(state, '{title}', to_jsonb('Title ' || n))
      from revisions, generate_series(2, 24) n where act = 'changed' order by n`);
    const first = (await readHistory(em(), services, id, null))!;
    const second = (await readHistory(em(), services, id, first.older))!;
    expect([first.entries.length, second.entries.length, second.older]).toEqual([20, 5, null]);
    expect(first.entries.at(-1)!.fields[0]!.parts.map(({ text }) => text)).toEqual(['Title ', '4', '5']);
  });

  it('shows html as staff type it, and a file by name and size', async () => {
    const value = { section_key: 'intro', content_type: 'html', content_value: 'Slings &amp; shackles' };
    const [text] = await add(sql, 'page_content', [value]);
    await save(versionedTexts, text!, 'Slings &amp; hooks');
    const [change] = await history(versionedTexts as unknown as Versioned, text!);
    expect(change!.fields[0]!.parts.map((part) => part.text)).toEqual(['Slings & ', 'shackles', 'hooks']);
    const key = (at: string) => `picture-${Date.parse(at).toString(36)}-0123456789abcdef-300x400`;
    const row = { section_key: 'face', content_type: 'picture', content_value: `A face\n${key('2026-11-20T14:10Z')}` };
    const [portrait] = await add(sql, 'page_content', [row]);
    await save(versionedTexts, portrait!, `A face\n${key('2026-11-21T14:10Z')}`);
    const [another] = await history(versionedTexts as unknown as Versioned, portrait!);
    const expected = ['A face (picture of ', ...['20', '21'], ' November 2026, 10:10)'];
    expect(another!.fields[0]!.parts.map((part) => part.text)).toEqual(expected);
    const [document] = await add(sql, 'pdf_documents', [{ file_path: '1700000000000-policy.pdf' }]);
    await save(versionedDocuments, document!, 'Policy');
    const [shown] = await history(documentsKind, document!);
    expect(shown!.fields.map(({ label, parts }) => [label, parts.map(({ text: part }) => part).join('|')])).toEqual([
      ['Title', 'Profile|Policy'],
      ['Description', 'For all'],
      ['Order', '0'],
      ['File', 'policy.pdf, 2 KB, uploaded 14 November 2023, 18:13'],
    ]);
  });

  it('has any old state restored as a new one, unless somebody has changed it meanwhile', async () => {
    const id = await addService('One');
    await save(versionedServices, id, 'Two');
    const found = (await history(services, id)).at(-1)!;
    expect(await restore(em(), services, id, found.id, 1, ben)).toMatchObject({ outcome: 'outdated' });
    expect(await titles()).toEqual(['Two']);
    expect(await restore(em(), services, id, found.id, 2, ben)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['One']);
    expect((await history(services, id))[0]!.told).toBe('ben@example.com restored an earlier state');
    expect(await restore(em(), services, await addService('Other'), found.id, 1, ben)).toEqual({ outcome: 'gone' }); // a revision of another service
  });

  it('knows the present state of a document that was moved, and a restore leaves it where the move has put it', async () => {
    const [first, , last] = await addDocuments(3);
    await save(versionedDocuments, last!, 'Edited');
    await moveVersioned(em(), versionedDocuments, { id: last!, before: first! }, ben);
    const [edited, found] = await history(documentsKind, last!);
    expect(edited).toMatchObject({ isPresent: true, isMoved: true });
    expect(found).toMatchObject({ isPresent: false, isMoved: false });
    const restoreIt = async (revision: number) =>
      restore(em(), documentsKind, last!, revision, await versionOf(documentsKind, last!), ann);
    expect(await restoreIt(edited!.id)).toMatchObject({ outcome: 'saved', revision: undefined });
    expect(await documents()).toEqual(['1 Edited', '2 D1', '3 D2']);
    expect(await restoreIt(found!.id)).toMatchObject({ outcome: 'saved' });
    expect(await documents()).toEqual(['1 D3', '2 D1', '3 D2']);
    expect((await history(documentsKind, last!))[0]).toMatchObject({ isPresent: true, isMoved: false });
  });

  it('gives a document the number of the old state that is restored, if nobody has moved it since', async () => {
    const [id] = await addDocuments(1);
    await saveOrder(id!, 9);
    const [, found] = await history(documentsKind, id!);
    expect(found!.isPresent).toBe(false);
    await restore(em(), documentsKind, id!, found!.id, 2, ben);
    expect(await documents()).toEqual(['1 D1']);
  });
});

describe('undo', () => {
  it('restores the former text within an hour, once, and is itself in the history', async () => {
    const id = await addService('One');
    const late = await save(versionedServices, id, 'Two');
    await sql("update revisions set at = at - interval '61 minutes'");
    expect(await undoIt(late)).toEqual({ outcome: 'outdated' });
    expect(await titles()).toEqual(['Two']);
    const saved = await save(versionedServices, id, 'Three');
    expect(await undoIt(saved)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['Two']);
    expect((await history(services, id)).map(({ told }) => told)[0]).toBe('ann@example.com undid the change before');
    expect(await undoIt(saved)).toEqual({ outcome: 'outdated' });
  });

  it('changes nothing once the item has been changed, by SQL too, and holds again when that was undone', async () => {
    const id = await addService('One');
    const mine = await save(versionedServices, id, 'Two');
    const theirs = await save(versionedServices, id, 'Three', ben);
    expect(await undoIt(mine)).toEqual({ outcome: 'outdated' });
    expect(await titles()).toEqual(['Three']);
    await undoIt(theirs, ben);
    await sql("update services set content = 'by hand'");
    expect(await undoIt(mine)).toEqual({ outcome: 'outdated' });
    await sql("update services set content = 'Text'");
    expect(await undoIt(mine)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['One']);
  });

  it('of a deletion brings the item back to its place, with its id, also after the others were moved', async () => {
    const ids = await addServices(4);
    const deletion = await remove(versionedServices, ids[1]!);
    await moveVersioned(em(), versionedServices, { id: ids[3]!, before: ids[0]! }, ben);
    expect(await titles()).toEqual(['S4', 'S1', 'S3']);
    await undoIt(deletion);
    expect(await titles()).toEqual(['S4', 'S2', 'S1', 'S3']); // the second place was its own
    expect(await sql('select id from services where title = $1', ['S2'])).toEqual([{ id: ids[1] }]);
    expect(await sql('select * from trash')).toEqual([]);
  });

  it('of a move restores the places as they were, and of no other move', async () => {
    const ids = await addServices(3, (i) => i * 10);
    const first = await moveVersioned(em(), versionedServices, { id: ids[2]!, before: ids[0]! }, ann);
    const second = await moveVersioned(em(), versionedServices, { id: ids[1]!, before: ids[2]! }, ben);
    expect(await undoIt(first.revision!)).toEqual({ outcome: 'outdated' });
    await undoIt(second.revision!);
    await undoIt(first.revision!);
    const places = await sql.column("select title || ' ' || display_order from services order by display_order");
    expect(places).toEqual(['S1 10', 'S2 20', 'S3 30']);
  });

  it('of two at the same time is done once', async () => {
    const saved = await save(versionedServices, await addService('One'), 'Two');
    const answers = await Promise.all([undoIt(saved), undoIt(saved, ben)]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['outdated', 'saved']);
  });
});

it('of very many items is swept fast, down to a hundred for each', async () => {
  await sql(
    `insert into revisions (noun, item_id, at, act, state) select 'services', nullif(i % 150, 0), now() - interval '91 days',
       'changed', '{}' from generate_series(1, 16000) i`,
  );
  await sweepHistory(em());
  const left = await sql('select count(*)::int as n from revisions group by item_id');
  expect(new Set(left.map(({ n }) => n))).toEqual(new Set([100]));
});

describe('the trash', () => {
  it('lists what was deleted, and by whom; a restored service goes to the end', async () => {
    const ids = await addServices(3);
    await remove(versionedServices, ids[0]!, ben);
    const [item] = await listTrash(em(), versionedServices);
    expect(item).toMatchObject({ id: ids[0], title: 'S1', who: 'ben@example.com' });
    expect(await restore(em(), services, ids[0]!, item!.revision, null, ann)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['S2', 'S3', 'S1']);
    expect(await listTrash(em(), versionedServices)).toEqual([]);
    const again = await restore(em(), services, ids[0]!, item!.revision, null, ann);
    expect(again).toMatchObject({ outcome: 'saved', stored: { title: 'S1' } });
    const expected = ['ann@example.com restored an earlier state', 'ben@example.com deleted it'];
    expect((await history(services, ids[0]!)).map(({ told }) => told).slice(0, 2)).toEqual(expected);
  });

  it('gives a document its number back', async () => {
    const ids = await addDocuments(2);
    await remove(versionedDocuments, ids[0]!);
    const [item] = await listTrash(em(), versionedDocuments);
    await restore(em(), documentsKind, ids[0]!, item!.revision, null, ann);
    expect(await documents()).toEqual(['1 D1', '2 D2']);
  });

  it('leaves a document where a move has put it when an edit or a deletion of it is undone', async () => {
    const [first, , last] = await addDocuments(3);
    const edited = await save(documentsKind, last!, 'Edited', ann);
    await moveVersioned(em(), versionedDocuments, { id: last!, before: first! }, ben);
    const again = await save(documentsKind, last!, 'Edited again', ann);
    for (const revision of [again, edited]) expect(await undoIt(revision!)).toMatchObject({ outcome: 'saved' });
    expect(await documents()).toEqual(['1 D3', '2 D1', '3 D2']);
    expect(await undoIt(await remove(versionedDocuments, last!))).toMatchObject({ outcome: 'saved' });
    expect(await documents()).toEqual(['1 D3', '2 D1', '3 D2']);
  });
});
