import { beforeEach, describe, expect, it } from 'vitest';
import { forkEntityManager } from '#db/orm.ts';
import { findService, listServices, publicServices, versionedServices } from '#app/content/services/services.server.ts';
import { COMMAND_LINE as by } from '#app/audit/activities.server.ts';
import { addVersioned, deleteVersioned, saveVersioned } from '#app/content/versions/versioned.server.ts';
import { moveVersioned } from '#app/content/versions/move.server.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';

const { sql, connection } = await testDatabase();
const app = await openTestApp(connection);
const fields = (title: string) => ({ title, content: `About ${title}`, icon: null });
const em = () => forkEntityManager(app);
type Fields = { title: string; content: string; icon: string | null; formId?: string };
const addService = ({ formId, ...sent }: Fields) => addVersioned(em(), versionedServices, sent, formId, by);
const updateService = (id: number, { version, ...sent }: Fields & { version: number }) =>
  saveVersioned(em(), versionedServices, { id }, version, sent, by);
const stored = () => sql.column("select display_order || ' ' || title from services order by display_order");
const titles = () => sql.column('select title from services order by display_order');
const places = () => sql.column('select display_order from services order by 1');
const idOf = (title: string) => sql.value<number>('select id from services where title = $1', [title]);

beforeEach(async () => void (await sql('truncate services')));

async function addThree(): Promise<number[]> {
  for (const title of ['A', 'B', 'C']) await addService(fields(title));
  return Promise.all(['A', 'B', 'C'].map(idOf));
}

describe('a new service', () => {
  it('gets the first place if there is none, then the highest plus one, on the public pages at once', async () => {
    await addService({ ...fields('First'), icon: 'Truck' });
    const shown = { id: expect.any(Number) as number, title: 'First', content: 'About First', icon: 'Truck' };
    expect(publicServices(app)).toEqual([shown]);
    expect(await stored()).toEqual(['1 First']);
    await sql('update services set display_order = 7');
    await addService(fields('Second'));
    expect(await stored()).toEqual(['7 First', '8 Second']);
  });

  it('gets a place of its own, however many are added at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, i) => addService(fields(`S${i}`))));
    expect(await places()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is one however often the same form is sent, and two if its text was changed', async () => {
    const sent = { ...fields('Once'), formId: 'one-form' };
    await Promise.all(Array.from({ length: 5 }, () => addService(sent)));
    await addService(sent);
    expect(await stored()).toEqual(['1 Once']);
    await addService({ ...sent, title: 'Twice' });
    await addService({ ...sent, formId: 'another-form' });
    expect(await titles()).toEqual(['Once', 'Twice', 'Once']);
  });
});

describe('an edit', () => {
  const edit = (id: number, title: string, version: number) => updateService(id, { ...fields(title), version });

  it('is saved once on the state it was made from; on an older one it is refused and answered with what is stored', async () => {
    const [id] = (await addThree()) as [number];
    const sent = { ...fields('A2'), icon: 'Eye' as const, version: 1 };
    for (let press = 0; press < 2; press++) expect(await updateService(id, sent)).toMatchObject({ outcome: 'saved' });
    expect(await findService(em(), id)).toMatchObject({ title: 'A2', icon: 'Eye', version: 2 });
    expect(publicServices(app)[0]!.title).toBe('A2');
    expect(await edit(id, 'Mine', 1)).toMatchObject({ outcome: 'outdated', stored: { title: 'A2', version: 2 } });
    expect(await titles()).toEqual(['A2', 'B', 'C']);
    expect(await edit(999_999, 'X', 1)).toEqual({ outcome: 'gone' });
  });

  it('of two at the same time is saved once', async () => {
    const [id] = (await addThree()) as [number];
    const answers = await Promise.all([edit(id, 'X', 1), edit(id, 'Y', 1)]);
    expect(answers.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1);
  });
});

it('a deletion takes the service away, from the public pages too, unless it has been changed since', async () => {
  const [, id] = (await addThree()) as [number, number];
  const remove = (version: number | null) => deleteVersioned(em(), versionedServices, id, version, by);
  await updateService(id, { ...fields('Theirs'), version: 1 });
  expect(await remove(1)).toMatchObject({ outcome: 'outdated', stored: { title: 'Theirs' } });
  expect(await titles()).toEqual(['A', 'Theirs', 'C']);
  expect(await remove(2)).toMatchObject({ outcome: 'saved' });
  expect(await titles()).toEqual(['A', 'C']);
  expect(publicServices(app).map(({ title }) => title)).toEqual(['A', 'C']);
  expect(await remove(null)).toEqual({ outcome: 'gone' });
});

describe('a move', () => {
  const move = (id: number, before: number | null) => moveVersioned(em(), versionedServices, { id, before }, by);

  it('stores the places 1 to n, whatever they were', async () => {
    const [a, , c] = await addThree();
    expect(await move(a!, 999_999)).toEqual({ outcome: 'outdated' });
    await sql('update services set display_order = display_order * 10');
    expect(await move(c!, a!)).toMatchObject({ outcome: 'saved' });
    expect(await stored()).toEqual(['1 C', '2 A', '3 B']);
    expect(publicServices(app).map(({ title }) => title)).toEqual(['C', 'A', 'B']);
    expect((await listServices(em())).map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it('is stored whole or not at all', async () => {
    const [a, , c] = await addThree();
    await sql(`create function refuse_two() returns trigger language plpgsql as $$
      begin if new.display_order = 2 then raise 'no'; end if; return new; end $$`);
    await sql('create trigger refuse_two before update on services for each row execute function refuse_two()');
    await expect(move(c!, a!)).rejects.toThrow();
    await sql('drop trigger refuse_two on services');
    expect(await stored()).toEqual(['1 A', '2 B', '3 C']);
  });

  it('made by several at the same time loses none and leaves no gap', async () => {
    const [a, b, c] = await addThree();
    await Promise.all([move(c!, a!), move(a!, null), move(b!, a!), addService(fields('D'))]);
    expect(await places()).toEqual([1, 2, 3, 4]);
  });
});
