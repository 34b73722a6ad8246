import type pg from 'pg';
import { COMMAND_LINE as by, type Line } from '#app/audit/activities.server.ts';
import { addRevision } from '#app/content/versions/add-revision.server.ts';
import { paths } from '#app/paths.ts';
import { versionedServices } from '#app/content/services/services.server.ts';
import type { Connection } from '#db/connection.ts';
import { Service } from '#db/entities/content.ts';
import { openOrm, type EntityManager } from '#db/orm.ts';
import { saveUnlessChanged } from '#db/save-unless-changed.ts';
import { visitAs, type Visitor } from '../../tests/support/visitor.ts';
import { connectionOf, openDatabase } from './database.ts';
import { startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

const ROUNDS = 7;
const SAVES = 60; // of each kind in a round, in turns
/**
 * After the browser's save the caches are colder for the next kind of save, so each kind follows each equally often.
 */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const LINES = 1_000_000;
const LOOKS = 30;

/**
 * Times a save of a service with and without its line, its revision in both, in turns, against the browser's whole
 * save; then the page.
 */
export default async function activity(): Promise<void> {
  const product = await startProduct();
  const database = await openDatabase(product);
  const sql = async <T>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as T[];
  const staff = await visitAs({ url: product.url }, sql, 'admin');
  await fill(database);
  const orm = await openOrm((await connectionOf(product)) as Connection);
  try {
    await measureSaves(staff, () => orm.em.fork() as EntityManager, sql);
  } finally {
    await orm.close();
  }
  await measurePages(staff);
  await database.end();
}

/** A year of a busy staff, so that the indexes are as large as they get. */
async function fill(database: pg.Client): Promise<void> {
  await database.query(
    `insert into activities (at, kind, who, what, address, noun, noun_id)
     select now() - n * interval '30 seconds',
       (array['services', 'pages', 'enquiries', 'enquiries', 'enquiries', 'sign-in'])[1 + n % 6],
       'user' || n % 20 || '@example.com', 'Changed the service “Lift planning ' || n || '”', '192.0.2.7', 'services', 1 + n % 9
     from generate_series(1, $1::int) n`,
    [LINES],
  );
  await database.query(
    `insert into activities (at, kind, who, what) values (now() - interval '300 days', 'settings', 'rare@example.com', 'x')`,
  );
  await database.query('vacuum analyze activities');
}

type Sql = <T>(text: string, values?: unknown[]) => Promise<T[]>;

async function measureSaves(staff: Visitor, fork: () => EntityManager, sql: Sql): Promise<void> {
  const [{ id }] = (await sql('select min(id) as id from services')) as [{ id: number }];
  const stored = async () =>
    (await sql<{ version: number }>('select version from services where id = $1', [id]))[0]!.version;
  let n = 0;
  const timed = async (work: (version: number, content: string) => Promise<unknown>) => {
    const version = await stored();
    const began = performance.now();
    await work(version, `Text ${++n}`);
    return performance.now() - began;
  };
  const { noun } = versionedServices;
  const line: Line = { kind: noun, what: 'Changed the service “Cranes”', about: { noun, id } };
  const state = { title: 'Cranes', content: 'Text', icon: null };
  const save = (version: number, content: string, told?: Line) =>
    saveUnlessChanged(fork(), Service, { id }, version, { content }, (em) =>
      addRevision(em, { noun, itemId: id, act: 'changed', state, before: state }, by, told),
    );
  const kinds: Record<string, Parameters<typeof timed>[0]> = {
    'a save in the browser': async (version, content) => {
      const form = new URLSearchParams({ title: 'Cranes', content, icon: 'Truck', version: String(version) });
      const answer = await staff.post(paths.admin.editService(id), form);
      if (answer.status !== 303) throw new Error(`a save answered ${answer.status}`);
    },
    'its command with the line': (version, content) => save(version, content, line),
    'its command without': (version, content) => save(version, content),
  };
  const works = Object.values(kinds);
  const rounds: number[][] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const times = works.map(() => [] as number[]);
    for (let save = 0; save < SAVES; save++)
      for (const at of ORDERS[save % ORDERS.length]!) times[at]!.push(await timed(works[at]!));
    if (round >= 0) rounds.push(times.map(median)); // the first one compiles the code
  }
  printTable(
    [`with ${LINES.toLocaleString('en-US')} lines`, 'ms'],
    Object.keys(kinds).map((name, at) => [name, median(rounds.map((times) => times[at]!))]),
  );
  const share = median(
    rounds.map(([whole, withLine, without]) => (withLine! - without!) / (whole! - (withLine! - without!))),
  );
  target(`the line costs ${(share * 100).toFixed(1)} % of a save (at most 5)`, share <= 0.05);
}

const filters = {
  'no filter': '',
  who: 'who=user7%40example.com',
  'a rare who': 'who=rare%40example.com',
  kind: 'kind=enquiries',
  'a rare kind': 'kind=settings',
  'who and another kind': 'who=user7%40example.com&kind=settings',
  'days long ago': 'from=2000-01-01&to=2000-02-01',
  nobody: 'who=nobody%40example.com',
};

async function measurePages(staff: Visitor): Promise<void> {
  const times: Record<string, number[]> = {};
  for (let look = -3; look < LOOKS; look++)
    for (const [name, query] of Object.entries(filters)) {
      const began = performance.now();
      const answer = await staff.get(`${paths.admin.activity}?${query}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
      if (look >= 0) (times[name] ??= []).push(performance.now() - began);
    }
  const rows = Object.entries(times).map(([name, each]) => [name, median(each)] as const);
  printTable(['the page', 'ms'], rows);
  const first = rows[0]![1];
  const slowest = Math.max(...rows.map(([, ms]) => ms)) / first;
  target(`the slowest filter takes ${slowest.toFixed(2)} times as long as none (at most 1.5)`, slowest <= 1.5);
}
