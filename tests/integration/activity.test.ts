import { beforeEach, describe, expect, it } from 'vitest';
import { filterOf, PAGE_SIZE, listActivities, wantedBy } from '#app/admin/activity/list-activities.server.ts';
import { sweepActivities } from '#app/audit/activities.server.ts';
import { deleteOldMessages } from '#app/enquiries/privacy/retention.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { add, ago, DAY_MS, emptyTables, recordAct } from '../support/content.ts';
import { whileCommitsFail } from '../support/database.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { markupOf, textOf } from '../support/expect-page.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const { admin: addresses } = paths;
const admin = await visitAs(site, sql, 'admin');
beforeEach(() => emptyTables(sql, 'messages', 'activities'));

const lines = () => sql('select * from activities order by id');
const told = async () => (await lines()).map(({ what }) => what);
async function post(path: string, fields: Record<string, string>, status = 303): Promise<void> {
  expect((await admin.post(path, fields)).status).toBe(status);
}
const reference = (id = 1) => sql.value<string>('select reference from messages where id = $1', [id]);

describe('what staff do is written down', () => {
  it('of services, with who, from where and which', async () => {
    const service = { title: 'Cranes', content: 'Text', icon: 'Truck' };
    await post(addresses.newService, { ...service, formId: 'f' });
    await post(addresses.newService, { ...service, formId: 'f' }); // the same form again
    const id = await sql.value<number>(`select id from services where title = 'Cranes'`);
    const [first] = (await sql('select id from services order by display_order limit 1')) as [{ id: number }];
    await post(addresses.editService(id), { ...service, content: 'New', version: '1' });
    await post(addresses.editService(id), { ...service, content: 'New', version: '1' }); // nothing changes
    await post(addresses.services, { id: String(id), before: String(first.id) });
    await post(addresses.services, { id: String(id), before: String(first.id) });
    await post(addresses.deleteService(id), {});
    expect(await told()).toEqual(['Added', 'Changed', 'Moved', 'Deleted'].map((did) => `${did} the service “Cranes”`));
    const expected = { kind: 'services', who: admin.email, address: '127.0.0.1', noun: 'services', noun_id: id };
    expect((await lines())[0]).toMatchObject(expected);
  });

  it('of page texts, maintenance and settings, and only where something changes', async () => {
    const text = await sql.row("select id, version from page_content where section_key = 'hero_heading'");
    await post(addresses.pages('home', text.id), { contentValue: 'We lift', version: String(text.version) });
    const { maintenance } = addresses;
    await post(maintenance, { intent: 'enable' });
    await post(maintenance, { intent: 'enable' });
    await post(maintenance, { intent: 'message', maintenanceMessage: 'Back at noon' });
    await post(maintenance, { intent: 'disable' });
    const version = await sql.value<number>('select version from settings');
    await post(addresses.settings, { acknowledgement: 'on', retentionMonths: '36', version: String(version) });
    await post(addresses.settings, { retentionMonths: '36', version: String(version + 1) });
    expect(await told()).toEqual([
      'Changed the text “Home: hero heading”',
      'Switched maintenance on',
      'Changed the maintenance message',
      'Switched maintenance off',
      'Changed settings: acknowledgements on, enquiries deleted after 36 months',
      'Changed settings: acknowledgements off',
    ]);
  });

  it('of enquiries, by their reference, and nothing that a visitor or a note said', async () => {
    await add(sql, 'messages', [{ name: 'Canary', email: 'canary@example.net', subject: 'Canary', message: 'Canary' }]);
    await add(sql, 'messages', [{ email: 'canary@example.net', folder: 'spam', spam_reason: 'Links' }]);
    const [one, two] = [await reference(1), await reference(2)];
    const message = addresses.message(1);
    await post(message, { intent: 'view' });
    await post(message, { intent: 'answer', note: 'by canary phone' });
    await post(message, { intent: 'reopen' });
    await post(message, { intent: 'note', note: 'A canary' });
    const [note] = (await sql(`select id from activities where act = 'note'`)) as [{ id: number }];
    await post(message, { intent: 'delete-note', event: String(note.id) });
    const version = await sql.value<number>('select max(id) as version from activities');
    const reply = { intent: 'reply', subject: 'Re: Canary', text: 'Dear canary', version: String(version) };
    await post(`${message}?form=reply`, reply);
    await post(addresses.messages, { intent: 'trash', message: '1' });
    await post(addresses.messages, { intent: 'restore', message: '1' });
    await post(addresses.message(2), { intent: 'not-spam' });
    await (await admin.get(`${addresses.exportMessages}?q=canary&columns=all`)).text();
    await (await admin.get(addresses.exportPerson('canary@example.net'))).text();
    await post(addresses.person('canary@example.net'), { confirmation: 'canary@example.net' });
    expect(await told()).toEqual([
      `Read ${one} for the first time`,
      `Marked ${one} answered`,
      `Reopened ${one}`,
      `Added a note to ${one}`,
      `Deleted a note on ${one}`,
      `Replied to ${one}`,
      `Moved ${one} to the trash`,
      `Restored ${one}`,
      `Marked ${two} as not spam`,
      'Exported enquiries as CSV: inbox, searched, with all details',
      `Exported all data of a person: ${one}, ${two}`,
      `Erased all data of a person: ${one}, ${two}`,
    ]);
    expect(JSON.stringify(await lines())).not.toMatch(/canary/i);
    expect((await lines()).every(({ who, address }) => who === admin.email && address === '127.0.0.1')).toBe(true);
  });

  it('of the deletions of the night, as those of the site itself', async () => {
    await add(sql, 'messages', [{ created_at: ago(400 * DAY_MS) }]);
    const name = await reference();
    await sql(`delete from rate_limits where key like 'retention%'`);
    await deleteOldMessages(forkEntityManager(app), 12);
    const what = `Deleted 1 enquiry older than 12 months: ${name}`;
    expect(await lines()).toMatchObject([{ kind: 'enquiries', who: 'the site itself', what, address: null }]);
  });
});

it.each(['update on services', 'insert on activities'])(
  'a line and what it tells of are both there or neither: %s',
  async (change) => {
    const [id] = await add(sql, 'services', [{ title: 'Both' }]);
    const stored = () => sql('select title, content from services order by id');
    const before = await stored();
    const edit = { title: 'Neither', content: 'Text', icon: '', version: '1' };
    await whileCommitsFail(sql, change, () => post(addresses.editService(id!), edit, 503));
    expect(await stored()).toEqual(before);
    expect(await lines()).toEqual([]);
  },
);

describe('the log', () => {
  const old = (months: number, about: { noun: string; id: number } | null = null) =>
    sql(
      `insert into activities (at, kind, who, what, noun, noun_id, act)
       values (now() - make_interval(months => $1), 'enquiries', 'gone@example.com', $1 || ' months', $2, $3, $4)`,
      [months, about?.noun ?? null, about?.id ?? null, about ? 'answered' : null],
    );

  it('lets nobody change a line, or take one of the last 12 months', async () => {
    await old(11);
    await old(13);
    await expect(sql(`update activities set what = ''`)).rejects.toThrow('the activity log is not changed');
    await expect(sql(`update activities set what = '' where at < now() - interval '1 year'`)).rejects.toThrow();
    await expect(sql('delete from activities')).rejects.toThrow('the activity log is not changed');
    expect(await told()).toEqual(['11 months', '13 months']);
  });

  it('is kept for 12 months, and for as long as an enquiry is there whose history it is', async () => {
    await add(sql, 'messages', [{ created_at: ago(900 * DAY_MS) }]);
    await old(24, { noun: 'messages', id: 1 });
    await old(23, { noun: 'messages', id: 2 }); // of a deleted enquiry
    await old(13);
    await old(11);
    expect(await sweepActivities(forkEntityManager(app))).toBe(2);
    expect(await told()).toEqual(['24 months', '11 months']);
    expect(await textOf(await admin.get(addresses.message(1)))).toMatch(/Marked answered.* by gone@example\.com/);
    await sql('delete from messages');
    expect(await sweepActivities(forkEntityManager(app))).toBe(1);
    expect(await told()).toEqual(['11 months']);
  });

  it('is swept whole, however many lines of it are old', async () => {
    await add(sql, 'messages');
    await sql(`insert into activities (at, kind, who, what, noun, noun_id)
      select now() - interval '2 years', 'enquiries', 'w', 'x', 'messages', 1 + n % 2 from generate_series(1, 5000) n`);
    expect(await sweepActivities(forkEntityManager(app))).toBe(2500);
  });

  it('tells the history of an enquiry without the notes that were deleted', async () => {
    await add(sql, 'messages');
    await recordAct(sql, 1, 'note', admin.email, 'Rang twice');
    await recordAct(sql, 1, 'note', 'ed@example.com', 'No answer');
    await sql('delete from notes where activity_id = 1');
    const page = await textOf(await admin.get(addresses.message(1)));
    expect(page).toContain('No answer');
    expect(page).not.toContain('Rang twice');
    expect(page.match(/Note\s*,/g)).toHaveLength(2); // in the conversation and in the activity
  });
});

describe('the page', () => {
  const at = (query = '') => admin.get(addresses.activity + query);
  const insert = (rows: { at: string; kind?: string; who?: string; what: string; noun?: string; noun_id?: number }[]) =>
    sql(
      `insert into activities (at, kind, who, what, noun, noun_id, address)
       select at, coalesce(kind, 'services'), coalesce(who, 'ed@example.com'), what, noun, noun_id, '192.0.2.7'
       from json_populate_recordset(null::activities, $1)`,
      [JSON.stringify(rows)],
    );

  it('shows who did what, when in Port of Spain and from which address, and says so when there is nothing', async () => {
    expect(await textOf(await at())).toContain('Nothing has been done yet');
    await insert([{ at: '2026-11-22T03:30:00Z', what: 'Changed it' }]);
    expect(await textOf(await at())).toMatch(
      /21 November 2026\s+23:30\s+Changed it\s+by\s+ed@example\.com\s+from\s+192\.0\.2\.7/,
    );
    expect(await textOf(await at('?who=nobody%40example.com'))).toContain('No activity matches.');
    const editor = await visitAs(site, sql, 'editor');
    for (const path of [addresses.dashboard, `${addresses.dashboard}.data`]) {
      const seen = await (await editor.get(path)).text();
      expect([seen.includes('Changed it'), seen.includes('192.0.2.7')]).toEqual([true, false]);
    }
  });

  it('finds by who, kind and days, both included', async () => {
    await insert([
      { at: '2026-03-01T03:59:00Z', what: 'One' },
      { at: '2026-03-01T04:00:00Z', what: 'Two', who: 'bo@example.com' },
      { at: '2026-03-03T03:59:00Z', what: 'Three', kind: 'settings' },
      { at: '2026-03-03T04:00:00Z', what: 'Four', kind: 'settings', who: 'bo@example.com' },
    ]);
    const found = async (query: string) => (await textOf(await at(query))).match(/\b(One|Two|Three|Four)\b/g);
    expect(await found('')).toEqual(['Four', 'Three', 'Two', 'One']);
    expect(await found('?who=+Bo%40Example.com+')).toEqual(['Four', 'Two']);
    expect(await found('?kind=settings&who=&from=&to=')).toEqual(['Four', 'Three']);
    expect(await found('?kind=settings&who=bo%40example.com')).toEqual(['Four']);
    expect(await found('?from=2026-03-01&to=2026-03-02')).toEqual(['Three', 'Two']);
    expect(await found('?from=2026-03-02&who=ed%40example.com')).toEqual(['Three']);
    expect(await found('?from=0001-01-01&to=9999-12-31')).toEqual(['Four', 'Three', 'Two', 'One']);
  });

  it('leads through many lines both ways, also when they were written at the same moment', async () => {
    const count = 2 * PAGE_SIZE + 5;
    await sql(
      `insert into activities (at, kind, who, what) select '2026-03-01', 'services', 'ed@example.com', 'Line ' || n || ';'
       from generate_series(1, $1::int) n`,
      [count],
    );
    const shown = (page: string) => [...page.matchAll(/Line (\d+);/g)].map(([, n]) => Number(n));
    const linkTo = (page: string, name: string) =>
      new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${name}</a>`).exec(page)?.[1]?.replaceAll('&amp;', '&');
    const read = (path: string) => markupOf(admin.get(path));
    const down = [await read(`${addresses.activity}?who=ed%40example.com`)];
    for (let next; (next = linkTo(down.at(-1)!, 'Older'));) down.push(await read(next));
    expect(down.flatMap(shown)).toEqual(Array.from({ length: count }, (_, i) => count - i));
    expect(down).toHaveLength(3);
    expect(shown(await read(linkTo(down[2]!, 'Newer')!))).toEqual(shown(down[1]!));
    expect(shown(await read(linkTo(down[1]!, 'Newer')!))).toEqual(shown(down[0]!));
    expect(linkTo(down[0]!, 'Newer')).toBeUndefined();
    expect(shown(await read(`${addresses.activity}?place=before-1-1`))).toHaveLength(PAGE_SIZE);
  });

  it('links a line to what it was done to, where that still exists', async () => {
    const [service] = await add(sql, 'services');
    await add(sql, 'messages');
    const now = new Date().toISOString();
    await insert([
      { at: now, what: 'A service', noun: 'services', noun_id: service! },
      { at: now, what: 'An enquiry', noun: 'messages', noun_id: 1 },
      { at: now, what: 'A gone one', noun: 'messages', noun_id: 2 },
      { at: now, what: 'Of another version', noun: 'nothing', noun_id: 2 },
    ]);
    const page = await (await at()).text();
    expect(page).toMatch(new RegExp(`<a[^>]*href="${addresses.editService(service!)}"[^>]*>A service</a>`));
    expect(page).toMatch(new RegExp(`<a[^>]*href="${addresses.message(1)}"[^>]*>An enquiry</a>`));
    for (const gone of ['A gone one', 'Of another version'])
      expect(page).toMatch(new RegExp(`<span[^>]*>${gone}</span>`));
  });

  it('reads an index in its order for every set of filters', async () => {
    await sql(`insert into activities (at, kind, who, what)
      select '2026-01-01'::timestamptz + n * interval '1 minute', (array['services', 'pages', 'settings'])[1 + n % 3],
        'user' || n % 50 || '@example.com', 'x' from generate_series(1, 30000) n`);
    await sql('analyze activities');
    const plans: string[] = [];
    const explaining = {
      execute: async (text: string, values: unknown[]) => {
        const plan = await forkEntityManager(app).transactional(async (tx) => {
          await tx.execute('set local enable_bitmapscan = off'); // with few rows PostgreSQL may prefer it and sort
          return tx.execute<Record<string, string>[]>(`explain (costs off) ${text}`, values);
        });
        plans.push(plan.map((line) => Object.values(line)[0]).join('\n'));
        return [];
      },
    } as unknown as EntityManager;
    const filters = ['who=user7%40example.com', 'kind=pages', 'from=2026-01-05', 'to=2026-01-08'];
    for (let set = 0; set < 16; set++) {
      const filter = filterOf(new URLSearchParams(filters.filter((_, at) => set & (1 << at)).join('&')));
      const { conditions } = wantedBy(filter);
      await listActivities(explaining, conditions, null);
      await listActivities(explaining, conditions, { direction: 'after', ms: Date.parse('2026-01-06'), id: 7 }).catch(
        () => {}, // it finds nothing and asks for the first page
      );
    }
    expect(plans.length).toBeGreaterThanOrEqual(32);
    for (const plan of plans) {
      expect(plan).toMatch(/Index( Only)? Scan/);
      expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
    }
  });
});
