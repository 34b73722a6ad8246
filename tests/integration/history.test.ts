import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOrm, forkEntityManager, openOrm, useOrm } from '#db/orm.ts';
import type { Actor } from '#app/activity/activities.server.ts';
import { keptDocuments } from '#app/documents/documents.server.ts';
import { uploadDocument } from '#app/documents/upload.server.ts';
import { deleteKept, saveKept, stateOf, type Kept, type KeptRow } from '#app/history/kept.server.ts';
import { moveKept } from '#app/history/move.server.ts';
import { readHistory } from '#app/history/revisions.server.ts';
import { listTrash, restore } from '#app/history/trash.server.ts';
import { undo } from '#app/history/undo.server.ts';
import { keptTexts } from '#app/page-content/page-content.server.ts';
import { addService as addByForm, keptServices } from '#app/services/services.server.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { add, times } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();
const { sql } = database;
const em = () => forkEntityManager();
const actor = (who: string): Actor => ({ who, address: null });
const [ann, ben] = [actor('ann@example.com'), actor('ben@example.com')];

beforeAll(async () => useOrm(await openOrm(database.connection)));
afterAll(() => closeOrm());
beforeEach(async () => void (await sql('truncate services, pdf_documents, page_content, revisions, trash cascade')));

const versionOf = async ({ table }: Pick<Kept, 'table'>, id: number) =>
  (await sql<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]!.version;

/** Saves a title, or whatever a noun has in its place, on the newest state. @returns the revision */
async function save<Row extends KeptRow>(kind: Kept<Row>, id: number, text: string, by = ann): Promise<number> {
  const [field] = Object.keys(kind.fields);
  const fields = { [field!]: text } as Partial<Row>;
  const saved = await saveKept(
    em(),
    kind,
    { id } as { id: number } & Partial<Row>,
    await versionOf(kind, id),
    fields,
    by,
  );
  expect(saved.outcome).toBe('saved');
  return (saved as { revision?: number }).revision!;
}
const addService = async (title = 'First') => (await add(sql, 'services', [{ title }]))[0]!;
const undoIt = (revision: number, by = ann) => undo(em(), revision, by);
const history = async (kind: Kept, id: number) => (await readHistory(em(), kind, id, null))!.entries;
const services = keptServices as unknown as Kept;
const addDocuments = (n: number) =>
  add(
    sql,
    'pdf_documents',
    times(n, (i) => ({ title: `D${i}`, display_order: i })),
  );
const documents = async () =>
  (
    await sql<{ told: string }>(
      "select display_order || ' ' || title as told from pdf_documents order by display_order",
    )
  ).map(({ told }) => told);
/** Types the number of a document in its dialog. @returns the revision */
async function type(id: number, displayOrder: number, by = ann): Promise<number | undefined> {
  const saved = await saveKept(em(), keptDocuments, { id }, await versionOf(keptDocuments, id), { displayOrder }, by);
  expect(saved.outcome).toBe('saved');
  return (saved as { revision?: number }).revision;
}
const titles = async () =>
  (await sql<{ title: string }>('select title from services order by display_order, id')).map(({ title }) => title);

describe('the history', () => {
  it('tells who changed how many words when, the newest first, from what was there before it began', async () => {
    const id = await addService('Rigging of cranes');
    await save(keptServices, id, 'Rigging of two cranes');
    await save(keptServices, id, 'Lifting of two cranes', ben);
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
    for (const i of times(24, (n) => ({ n }))) await save(keptServices, id, `Title ${i.n as number}`);
    const first = (await readHistory(em(), services, id, null))!;
    const second = (await readHistory(em(), services, id, first.older))!;
    expect([first.entries.length, second.entries.length, second.older]).toEqual([20, 5, null]);
    expect(first.entries.at(-1)!.fields[0]!.parts.map(({ text }) => text)).toEqual(['Title ', '4', '5']);
  });

  it('shows html as staff type it, and a file by name and size', async () => {
    const value = { section_key: 'intro', content_type: 'html', content_value: 'Slings &amp; shackles' };
    const [text] = await add(sql, 'page_content', [value]);
    await save(keptTexts, text!, 'Slings &amp; hooks');
    const [change] = await history(keptTexts as unknown as Kept, text!);
    expect(change!.fields[0]!.parts.map((part) => part.text)).toEqual(['Slings & ', 'shackles', 'hooks']);
    const key = (at: string) => `picture-${Date.parse(at).toString(36)}-0123456789abcdef-300x400`;
    const given = {
      section_key: 'face',
      content_type: 'picture',
      content_value: `A face\n${key('2026-11-20T14:10Z')}`,
    };
    const [portrait] = await add(sql, 'page_content', [given]);
    await save(keptTexts, portrait!, `A face\n${key('2026-11-21T14:10Z')}`);
    const [another] = await history(keptTexts as unknown as Kept, portrait!);
    expect(another!.fields[0]!.parts.map((part) => part.text)).toEqual([
      'A face (picture of ',
      ...['20', '21'],
      ' November 2026, 10:10)',
    ]);
    const [document] = await add(sql, 'pdf_documents', [{ file_path: '1700000000000-policy.pdf' }]);
    await save(keptDocuments, document!, 'Policy');
    const [shown] = await history(keptDocuments as unknown as Kept, document!);
    expect(shown!.fields.map(({ label, parts }) => [label, parts.map(({ text: part }) => part).join('|')])).toEqual([
      ['Title', 'Profile|Policy'],
      ['Description', 'For all'],
      ['Order', '0'],
      ['File', 'policy.pdf, 2 KB, uploaded 14 November 2023, 18:13'],
    ]);
  });

  it('has any old state restored as a new one, unless somebody has changed it meanwhile', async () => {
    const id = await addService('One');
    await save(keptServices, id, 'Two');
    const found = (await history(services, id)).at(-1)!;
    expect(await restore(em(), services, id, found.id, 1, ben)).toMatchObject({ outcome: 'outdated' });
    expect(await titles()).toEqual(['Two']);
    expect(await restore(em(), services, id, found.id, 2, ben)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['One']);
    expect((await history(services, id))[0]!.told).toBe('ben@example.com restored an earlier state');
    const other = await addService('Other');
    expect(await restore(em(), services, other, found.id, 1, ben)).toEqual({ outcome: 'gone' }); // of another service
  });

  it('knows the present state of a document that was moved, and a restore leaves it where the move has put it', async () => {
    const kind = keptDocuments as unknown as Kept;
    const [first, , last] = await addDocuments(3);
    await save(keptDocuments, last!, 'Edited');
    await moveKept(em(), keptDocuments, { id: last!, before: first! }, ben);
    const [edited, found] = await history(kind, last!);
    expect([edited, found].map((entry) => [entry!.isPresent, entry!.isMoved])).toEqual([
      [true, true],
      [false, false],
    ]);
    const restoreIt = async (revision: number) =>
      restore(em(), kind, last!, revision, await versionOf(kind, last!), ann);
    expect(await restoreIt(edited!.id)).toMatchObject({ outcome: 'saved', revision: undefined });
    expect(await documents()).toEqual(['1 Edited', '2 D1', '3 D2']);
    expect(await restoreIt(found!.id)).toMatchObject({ outcome: 'saved' });
    expect(await documents()).toEqual(['1 D3', '2 D1', '3 D2']);
    const now = (await history(kind, last!))[0]!;
    expect([now.isPresent, now.isMoved]).toEqual([true, false]);
  });

  it('gives a document the number of the old state that is restored, if nobody has moved it since', async () => {
    const [id] = await addDocuments(1);
    await type(id!, 9);
    const [, found] = await history(keptDocuments as unknown as Kept, id!);
    expect(found!.isPresent).toBe(false);
    await restore(em(), keptDocuments as unknown as Kept, id!, found!.id, 2, ben);
    expect(await documents()).toEqual(['1 D1']);
  });
});

describe('undo', () => {
  it('brings the former text back, and is itself in the history', async () => {
    const id = await addService('One');
    const saved = await save(keptServices, id, 'Two');
    expect(await undoIt(saved)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['One']);
    expect((await history(services, id)).map(({ told }) => told)[0]).toBe('ann@example.com undid the change before');
    expect(await undoIt(saved)).toEqual({ outcome: 'outdated' }); // once
  });

  it('changes nothing once somebody else has changed the item, and holds again when that was undone', async () => {
    const id = await addService('One');
    const mine = await save(keptServices, id, 'Two');
    const theirs = await save(keptServices, id, 'Three', ben);
    expect(await undoIt(mine)).toEqual({ outcome: 'outdated' });
    expect(await titles()).toEqual(['Three']);
    await undoIt(theirs, ben);
    expect(await undoIt(mine)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['One']);
  });

  it('changes nothing where somebody has changed the item in the database', async () => {
    const id = await addService('One');
    const saved = await save(keptServices, id, 'Two');
    await sql("update services set content = 'by hand'");
    expect(await undoIt(saved)).toEqual({ outcome: 'outdated' });
  });

  it('holds for an hour', async () => {
    const id = await addService('One');
    const saved = await save(keptServices, id, 'Two');
    await sql("update revisions set at = at - interval '61 minutes'");
    expect(await undoIt(saved)).toEqual({ outcome: 'outdated' });
    expect(await titles()).toEqual(['Two']);
  });

  it('of a deletion brings the item back to its place, with its id, also after the others were moved', async () => {
    const ids = await add(
      sql,
      'services',
      times(4, (i) => ({ title: `S${i}`, display_order: i })),
    );
    const deleted = await deleteKept(em(), keptServices, ids[1]!, null, ann);
    await moveKept(em(), keptServices, { id: ids[3]!, before: ids[0]! }, ben);
    expect(await titles()).toEqual(['S4', 'S1', 'S3']);
    await undoIt((deleted as { revision: number }).revision);
    expect(await titles()).toEqual(['S4', 'S2', 'S1', 'S3']); // the second place is its old one
    expect(await sql('select id from services where title = $1', ['S2'])).toEqual([{ id: ids[1] }]);
    expect(await sql('select * from trash')).toEqual([]);
  });

  it('of a move brings the places back as they were, and of no other one', async () => {
    const ids = await add(
      sql,
      'services',
      times(3, (i) => ({ title: `S${i}`, display_order: i * 10 })),
    );
    const first = await moveKept(em(), keptServices, { id: ids[2]!, before: ids[0]! }, ann);
    const second = await moveKept(em(), keptServices, { id: ids[1]!, before: ids[2]! }, ben);
    expect(await undoIt(first.revision!)).toEqual({ outcome: 'outdated' });
    await undoIt(second.revision!);
    await undoIt(first.revision!);
    expect(await sql('select title, display_order from services order by 2')).toEqual([
      { title: 'S1', display_order: 10 },
      { title: 'S2', display_order: 20 },
      { title: 'S3', display_order: 30 },
    ]);
  });

  it('of a move leaves what was added since the move before where it was', async () => {
    await add(
      sql,
      'services',
      times(3, (i) => ({ title: `S${i}`, display_order: i })),
    );
    const idOf = async (title: string) =>
      (await sql<{ id: number }>('select id from services where title = $1', [title]))[0]!.id;
    const earlier = await moveKept(em(), keptServices, { id: await idOf('S1'), before: null }, ann);
    expect(await titles()).toEqual(['S2', 'S3', 'S1']);
    await addByForm(em(), { title: 'New', content: 'Text', icon: null }, ben);
    const move = await moveKept(em(), keptServices, { id: await idOf('New'), before: await idOf('S2') }, ann);
    expect(await titles()).toEqual(['New', 'S2', 'S3', 'S1']);
    expect(await undoIt(move.revision!)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['S2', 'S3', 'S1', 'New']);
    expect(await undoIt(earlier.revision!)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['S1', 'S2', 'S3', 'New']);
  });

  it('of a move leaves a number that was typed since the move before', async () => {
    const [first, second, third] = await addDocuments(3);
    await moveKept(em(), keptDocuments, { id: third!, before: first! }, ann);
    await type(third!, 9);
    expect(await documents()).toEqual(['2 D1', '3 D2', '9 D3']);
    const move = await moveKept(em(), keptDocuments, { id: second!, before: first! }, ben);
    expect(await documents()).toEqual(['1 D2', '2 D1', '3 D3']);
    expect(await undoIt(move.revision!)).toMatchObject({ outcome: 'saved' });
    expect(await documents()).toEqual(['2 D1', '3 D2', '9 D3']);
  });

  it('of two at the same time is done once', async () => {
    const id = await addService('One');
    const saved = await save(keptServices, id, 'Two');
    const answers = await Promise.all([undoIt(saved), undoIt(saved, ben)]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['outdated', 'saved']);
  });
});

describe('the trash', () => {
  it('lists what was deleted, and by whom; a restored service goes to the end', async () => {
    const ids = await add(
      sql,
      'services',
      times(3, (i) => ({ title: `S${i}`, display_order: i })),
    );
    await deleteKept(em(), keptServices, ids[0]!, null, ben);
    const [item] = await listTrash(em(), keptServices);
    expect(item).toMatchObject({ id: ids[0], title: 'S1', who: 'ben@example.com' });
    expect(await restore(em(), services, ids[0]!, item!.revision, null, ann)).toMatchObject({ outcome: 'saved' });
    expect(await titles()).toEqual(['S2', 'S3', 'S1']);
    expect(await listTrash(em(), keptServices)).toEqual([]);
    expect(await restore(em(), services, ids[0]!, item!.revision, null, ann)).toEqual({ outcome: 'gone' });
    expect((await history(services, ids[0]!)).map(({ told }) => told).slice(0, 2)).toEqual([
      'ann@example.com restored an earlier state',
      'ben@example.com deleted it',
    ]);
  });

  it('gives a document its number back', async () => {
    const ids = await add(sql, 'pdf_documents', [
      { title: 'A', display_order: 5 },
      { title: 'B', display_order: 7 },
    ]);
    await deleteKept(em(), keptDocuments, ids[0]!, null, ann);
    const [item] = await listTrash(em(), keptDocuments);
    await restore(em(), keptDocuments as unknown as Kept, ids[0]!, item!.revision, null, ann);
    expect(await sql('select title, display_order from pdf_documents order by 1')).toEqual([
      { title: 'A', display_order: 5 },
      { title: 'B', display_order: 7 },
    ]);
  });

  it('leaves a document where a move has put it when an edit or a deletion of it is undone', async () => {
    const [first, , last] = await add(
      sql,
      'pdf_documents',
      times(3, (i) => ({ title: `D${i}`, display_order: i })),
    );
    const order = () => sql('select title from pdf_documents order by display_order, id');
    const edited = await save(keptDocuments as unknown as Kept, last!, 'Edited', ann);
    await moveKept(em(), keptDocuments, { id: last!, before: first! }, ben);
    const again = await save(keptDocuments as unknown as Kept, last!, 'Edited again', ann);
    for (const revision of [again, edited]) expect(await undoIt(revision!)).toMatchObject({ outcome: 'saved' });
    expect(await order()).toEqual([{ title: 'D3' }, { title: 'D1' }, { title: 'D2' }]);
    const deleted = (await deleteKept(em(), keptDocuments, last!, null, ann)) as { revision: number };
    expect(await undoIt(deleted.revision)).toMatchObject({ outcome: 'saved' });
    expect(await order()).toEqual([{ title: 'D3' }, { title: 'D1' }, { title: 'D2' }]);
  });
});

/** One step of two editors; the numbers choose among what there is at that moment. */
const steps = fc.array(
  fc.record({
    do: fc.constantFrom('edit', 'type', 'add', 'delete', 'move', 'move', 'restore', 'undo', 'undo', 'undo too late'),
    noun: fc.constantFrom<0 | 1 | 2>(0, 0, 1, 1, 2),
    which: fc.nat(100),
    also: fc.nat(100),
    by: fc.constantFrom(ann, ben),
  }),
  { minLength: 6, maxLength: 20 },
);
const kinds = [keptServices, keptDocuments, keptTexts] as unknown as Kept[];

it('explains whatever two editors do, and each undo in turn gives the state before its change back', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await sql('truncate services, pdf_documents, page_content, revisions, trash restart identity cascade');
      await add(
        sql,
        'services',
        times(4, (i) => ({ title: `S${i}`, display_order: i * 3 })),
      );
      await add(
        sql,
        'pdf_documents',
        times(3, (i) => ({ title: `D${i}`, display_order: i % 2 })),
      );
      await add(
        sql,
        'page_content',
        times(2, (i) => ({ section_key: `t${i}`, content_value: `T${i}` })),
      );
      const undone: number[] = [];
      const done: Change[] = []; // in force, the newest last
      for (const [turn, step] of sequence.entries()) {
        const before = await everything();
        const newest = await newestIds();
        const revision = await take(step, turn, done, undone);
        if (revision) done.push({ revision, before, newest });
      }
      for (const kind of kinds) await expectExplained(kind);
      for (const change of done.reverse()) await expectUndone(change, ann);
    }),
    { numRuns: 40 },
  );
});

interface Change {
  revision: number;
  before: Awaited<ReturnType<typeof everything>>;
  /** Of each table: what was added later is not the change's to put back. */
  newest: number[];
}

async function expectUndone({ revision, before, newest }: Change, by: Actor): Promise<void> {
  expect(await undoIt(revision, by)).toMatchObject({ outcome: 'saved' });
  const now = await everything();
  expect(now.map((rows, table) => rows.filter(({ id }) => id <= newest[table]!))).toEqual(before);
}

type Step = { do: string; noun: 0 | 1 | 2; which: number; also: number; by: Actor };

/** Takes a step. @returns the revision that it made */
async function take(step: Step, turn: number, done: Change[], undone: number[]): Promise<number | undefined> {
  const kind = kinds[step.noun]!;
  const ids = (await sql<{ id: number }>(`select id from ${kind.table} order by id`)).map(({ id }) => id);
  const pick = (n: number) => ids[n % ids.length]!;
  if (step.do === 'undo') {
    const last = done.pop();
    if (last) await expectUndone(last, step.by);
    if (last) undone.push(last.revision);
  } else if (step.do === 'undo too late') {
    const before = await everything();
    const last = undone[step.which % undone.length];
    if (last) expect(await undoIt(last, step.by)).toEqual({ outcome: 'outdated' });
    expect(await everything()).toEqual(before);
  } else if (step.do === 'restore') {
    const [item] = step.noun === 2 ? [] : await listTrash(em(), kind);
    const saved = item && (await restore(em(), kind, item.id, item.revision, null, step.by));
    return saved && (saved as { revision: number }).revision;
  } else if (step.do === 'add') {
    if (step.noun === 0) await addByForm(em(), { title: `Turn ${turn}`, content: 'Text', icon: null }, step.by);
    else if (step.noun === 1) await uploadByForm(`Turn ${turn}`, step.by);
  } else if (!ids.length) return undefined;
  else if (step.do === 'type') return step.noun === 1 ? type(pick(step.which), step.also % 6, step.by) : undefined;
  else if (step.do === 'edit') return save(kind, pick(step.which), `Turn ${turn}`, step.by);
  else if (step.noun === 2)
    return undefined; // texts are neither deleted nor moved
  else if (step.do === 'delete')
    return ((await deleteKept(em(), kind, pick(step.which), null, step.by)) as { revision: number }).revision;
  else return (await moveKept(em(), kind, { id: pick(step.which), before: pick(step.also) }, step.by)).revision;
  return undefined;
}

const store = diskStore(fs.mkdtempSync(path.join(os.tmpdir(), 'history-')));

function uploadByForm(title: string, by: Actor): Promise<void> {
  const file = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  const form = { title, description: null, displayOrder: null, file, formId: undefined };
  return uploadDocument(em(), store, form, by, () => expect.unreachable());
}

const newestIds = async (): Promise<number[]> => {
  const columns = kinds.map(({ table }) => `(select last_value::int from ${table}_id_seq) as ${table}`);
  return Object.values((await sql<Record<string, number>>(`select ${columns.join(', ')}`))[0]!);
};

type ShownRow = { id: number; [column: string]: unknown };
const everything = () =>
  Promise.all([
    sql<ShownRow>('select id, title, content, icon, display_order from services order by id'),
    sql<ShownRow>(
      'select id, title, description, file_path, file_key, sha256, display_order from pdf_documents order by id',
    ),
    sql<ShownRow>('select id, section_key, content_value from page_content order by id'),
  ]);

/** Every item reads as its newest revision says, and whatever is in the trash was deleted by it. */
async function expectExplained(kind: Kept): Promise<void> {
  const newest = await sql<{ item_id: number; act: string; state: Record<string, unknown>; trashed: boolean }>(
    `select distinct on (item_id) r.item_id, r.act, r.state, t.revision_id is not null as trashed
     from revisions r left join trash t on t.noun = r.noun and t.item_id = r.item_id
     where r.noun = $1 and r.item_id is not null order by item_id, id desc`,
    [kind.noun],
  );
  for (const { item_id: id, state, trashed } of newest) {
    const row = await em().findOne(kind.entity, { id });
    expect(row === null).toBe(trashed);
    if (row && kind.noun !== 'documents') expect(stateOf(kind, row)).toEqual(state);
    // The order of documents is told by its own revisions, too.
    else if (row) expect({ ...stateOf(kind, row), displayOrder: 0 }).toEqual({ ...state, displayOrder: 0 });
  }
}
