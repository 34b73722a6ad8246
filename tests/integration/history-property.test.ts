import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Actor } from '#app/audit/activities.server.ts';
import { versionedDocuments } from '#app/content/documents/documents.server.ts';
import { uploadDocument } from '#app/content/documents/upload.server.ts';
import { addVersioned, deleteVersioned, readState, type Versioned } from '#app/content/versions/versioned.server.ts';
import { moveVersioned } from '#app/content/versions/move.server.ts';
import { listTrash, restore } from '#app/content/versions/trash.server.ts';
import { versionedTexts } from '#app/content/texts/page-content.server.ts';
import { versionedServices } from '#app/content/services/services.server.ts';
import { add } from '../support/content.ts';
import { RUNS } from '../support/hostile-forms.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { ann, ben, twoEditors } from '../support/two-editors.ts';

// Two editors act in any order; history.test.ts tests single acts.
const { connection, sql } = await testDatabase();
const { em, save, saveOrder, undoIt } = twoEditors(sql, await openTestApp(connection));

/** One step of two editors; the numbers choose among the current items. */
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
const kinds = [versionedServices, versionedDocuments, versionedTexts] as unknown as Versioned[];

it('explains all acts of two editors, and each undo in turn restores the state before its change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await sql('truncate services, pdf_documents, page_content, revisions, trash restart identity cascade');
      await add(
        sql,
        'services',
        4,
        (i) => ({ title: `S${i}`, display_order: Math.floor(i / 2) * 3 }), // two share a place
      );
      await add(sql, 'pdf_documents', 3, (i) => ({ title: `D${i}`, display_order: i % 2 }));
      await add(sql, 'page_content', 2, (i) => ({ section_key: `t${i}`, content_value: `T${i}` }));
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
    { numRuns: 2 * RUNS },
  );
});

interface Change {
  revision: number;
  before: Awaited<ReturnType<typeof everything>>;
  /** The highest id of each table: undoing does not affect later items. */
  newest: number[];
}

async function expectUndone({ revision, before, newest }: Change, by: Actor): Promise<void> {
  expect(await undoIt(revision, by)).toMatchObject({ outcome: 'saved' });
  expect((await everything()).map((rows, table) => rows.filter(({ id }) => id <= newest[table]!))).toEqual(before);
}

type Step = { do: string; noun: 0 | 1 | 2; which: number; also: number; by: Actor };

/** Takes a step. @returns its revision */
async function take(step: Step, turn: number, done: Change[], undone: number[]): Promise<number | undefined> {
  const kind = kinds[step.noun]!;
  const ids = await sql.column<number>(`select id from ${kind.table} order by id`);
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
    if (step.noun === 0)
      await addVersioned(em(), versionedServices, { title: `Turn ${turn}`, content: 'Text' }, undefined, step.by);
    else if (step.noun === 1) await uploadByForm(`Turn ${turn}`, step.by);
  } else if (!ids.length) return undefined;
  else if (step.do === 'type') return step.noun === 1 ? saveOrder(pick(step.which), step.also % 6, step.by) : undefined;
  else if (step.do === 'edit') return save(kind, pick(step.which), `Turn ${turn}`, step.by);
  else if (step.noun === 2) return undefined; // texts are neither deleted nor moved
  else if (step.do === 'delete')
    return ((await deleteVersioned(em(), kind, pick(step.which), null, step.by)) as { revision: number }).revision;
  else return (await moveVersioned(em(), kind, { id: pick(step.which), before: pick(step.also) }, step.by)).revision;
  return undefined;
}

function uploadByForm(title: string, by: Actor): Promise<unknown> {
  const file = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  const nil = { description: null, displayOrder: null, issuer: null, number: null, validUntil: null, whenLapsed: null };
  return uploadDocument(em(), { title, ...nil, file, formId: undefined }, by);
}

const newestIds = async (): Promise<number[]> => {
  const columns = kinds.map(({ table }) => `(select last_value::int from ${table}_id_seq) as ${table}`);
  return Object.values(await sql.row<Record<string, number>>(`select ${columns.join(', ')}`));
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

/** Expects each item to equal its newest revision, and everything in the trash to be deleted by it. */
async function expectExplained(kind: Versioned): Promise<void> {
  const newest = await sql<{ item_id: number; act: string; state: Record<string, unknown>; trashed: boolean }>(
    `select distinct on (item_id) r.item_id, r.act, r.state, t.revision_id is not null as trashed
     from revisions r left join trash t on t.noun = r.noun and t.item_id = r.item_id
     where r.noun = $1 and r.item_id is not null order by item_id, id desc`,
    [kind.noun],
  );
  for (const { item_id: id, state, trashed } of newest) {
    const row = await em().findOne(kind.entity, { id });
    expect(row === null).toBe(trashed);
    if (row && kind.noun !== 'documents') expect(readState(kind, row)).toEqual(state);
    // Documents have revisions of their own for their order.
    else if (row) expect({ ...readState(kind, row), displayOrder: 0 }).toEqual({ ...state, displayOrder: 0 });
  }
}
