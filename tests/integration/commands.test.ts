import { describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { commandFile } from '../../scripts/bootstrap.mjs';
import { expectPage } from '../support/expect-page.ts';
import { forTest } from '../support/for-test.ts';
import { add } from '../support/content.ts';
import { testSite } from '../support/database.ts';
import { waitForMail } from '../support/wait-for-mail.ts';
import { startProduct } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { run as runProgram } from '../support/run-command.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin, visitAs } from '../support/visitor.ts';

const { site, sql, url: DATABASE_URL } = await testSite();

// The files behind the scripts of package.json; scripts.test.ts calls the scripts themselves.
const files = {
  user: commandFile('scripts/user.ts'),
  maintenance: commandFile('scripts/maintenance.ts'),
  person: commandFile('scripts/person.ts'),
};

async function run(
  name: keyof typeof files,
  args: string[],
  { input = '', env = { DATABASE_URL } }: { input?: string; env?: Record<string, string> } = {},
) {
  const all = { LOG_LEVEL: 'info', DATA_DIR: site.dataDir, ...env };
  const { code, out, err } = await runProgram(process.execPath, [files[name], ...args], all, input);
  return { code, out, err };
}
const user = (args: string[], options?: Parameters<typeof run>[2]) => run('user', args, options);
const lines = (text: string) => text.split('\n').filter(Boolean);

describe('npm run user', () => {
  it('makes an account, changes, shuts and removes it: at once, in the activity log, told by mail', async () => {
    const email = 'ann.lee@example.com';
    const change = async (args: string[], input?: string) => {
      const { code, out, err } = await user(args, { input });
      expect([code, err]).toEqual([0, '']);
      return out;
    };
    const signIn = (password: string) => sendLogin(site, email, password);
    const listed = async () => lines((await user(['list'])).out).find((line) => line.startsWith(email));
    let cookie = '';
    const session = async () => (await asker(site, cookie)(paths.admin.session, { method: 'POST' })).status;

    const first = /Password: (\S+)/.exec(await change(['add', 'Ann.Lee@Example.com', '--role', 'viewer']))![1]!;
    cookie = cookieOf(await signIn(first));
    await sql("update accounts set created_at = '2026-03-01T03:59:00Z' where email = $1", [email]);
    expect((await asker(site, cookie)(paths.admin.services)).status).toBe(302);
    await change(['role', email, 'editor']);
    const asEditor = await asker(site, cookie)(paths.admin.services);
    expect(asEditor.status).toBe(200);

    await sql('update accounts set has_first_password = true where email = $1', [email]);
    expect(await change(['password', email, '--password-stdin'], 'eleven short slings')).not.toContain('Password:');
    expect(await waitForMail(email, site.dataDir, [])).toMatch(/was changed.*From: the command line/s);
    const old = await asker(site, cookieOf(asEditor))(paths.admin.dashboard);
    expect(old.headers.get('location')).toBe(paths.admin.login);
    expect((await signIn(first)).status).toBe(401);
    expect(await sql.value('select has_first_password from accounts where email = $1', [email])).toBe(false);

    cookie = cookieOf(await signIn('eleven short slings'));
    expect(await change(['deactivate', email])).toBe(`Deactivated ${email}; its sessions have ended.\n`);
    expect([await session(), (await signIn('eleven short slings')).status]).toEqual([401, 401]);
    expect(await listed()).toMatch(/ {2}editor {2}deactivated {2}since 2026-02-28$/);
    expect(await change(['reactivate', email])).toBe(`Reactivated ${email}.\n`);
    expect(await session()).toBe(401);
    cookie = cookieOf(await signIn('eleven short slings'));
    expect(cookie).toContain('session=');
    await change(['remove', email]);
    expect([await session(), (await signIn('eleven short slings')).status]).toEqual([401, 401]);
    expect(await sql('select 1 from users where email = $1', [email])).toEqual([]);

    const told = await sql.column<string>(
      `select concat_ws(' ', kind || ':', what, address, noun) from activities
       where who = 'command line' and what like '%' || $1 || '%' order by id`,
      [email],
    );
    expect(told).toEqual([
      `account: Created viewer account ${email} staff`,
      `account: Changed the role of ${email} from viewer to editor staff`,
      `password: Set a new password of ${email} staff`,
      ...['Deactivated', 'Reactivated', 'Removed'].map((what) => `account: ${what} ${email} staff`),
    ]);
  });

  const adding = ['add', 'cc@example.com', '--role', 'viewer', '--password-stdin'];
  it.each([
    ['the e-mail as password', adding, 'CC@example.com'],
    ['a password of two lines', adding, 'nine wet\nshackles'],
    ['an e-mail that is none', ['add', 'c.example.com', '--role', 'viewer'], ''],
  ])('refuses %s with one line and makes nothing', async (_, args, input) => {
    const before = await sql('select count(*) from accounts');
    const { code, out, err } = await user(args, { input });
    expect([code, out, lines(err).length]).toEqual([2, '', 1]);
    expect(await sql('select count(*) from accounts')).toEqual(before);
  });

  it('refuses an e-mail that is taken, in any case of letters, and one that nobody has', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const { code, err } = await user(['add', email.toUpperCase(), '--role', 'admin']);
    expect([code, err]).toEqual([1, `There is already an account for ${email}.\n`]);
    expect(await sql('select role from users where email = $1', [email])).toEqual([{ role: 'viewer' }]);
    const unknown = await user(['remove', 'nobody@example.com']);
    expect([unknown.code, unknown.err]).toEqual([1, 'There is no account for nobody@example.com.\n']);
  });

  it('reset-factor takes a second factor away, which its owner is told', async () => {
    const { email, ask } = await visitAs(site, sql, 'admin');
    await setUpFactor(ask);
    expect((await sendLogin(site, email, PASSWORD)).headers.get('location')).toBe(paths.admin.loginCode);
    const reset = await user(['reset-factor', email]);
    expect([reset.code, reset.err]).toEqual([0, '']);
    expect((await sendLogin(site, email, PASSWORD)).headers.get('location')).toBe(paths.admin.dashboard);
    expect(await sql("select what from activities where who = 'command line' and kind = 'second-factor'")).toEqual([
      { what: `Reset the second factor of ${email}` },
    ]);
    const mails = await sql.column('select kind from staff_mails where email = $1', [email]);
    expect(mails.filter((kind) => kind === 'secondFactorRemoved')).toHaveLength(1);
  });

  it('refuses to take the last active admin away, with one line, unless that is meant', async () => {
    await sql("delete from users where role = 'admin'");
    const { email, accountId } = await makeAccount(sql, 'admin');
    const refused = 'This is the last active admin. Make another one first, or add --force.\n';
    expect(await user(['remove', email])).toEqual({ code: 1, out: '', err: refused });
    const forced = await user(['remove', email, '--force']);
    expect([forced.code, forced.err]).toEqual([0, expect.stringContaining('no admin is left')]);
    expect(await sql('select 1 from accounts where id = $1', [accountId])).toEqual([]);
  });
});

describe('npm run maintenance', () => {
  const maintenance = (...args: string[]) => run('maintenance', args);
  const window = () =>
    sql<{ on: boolean; starts: Date | null; ends: Date | null }>(
      'select maintenance_mode as on, starts_at as starts, ends_at as ends from site_status',
    );

  it('switches a running site, keeps the message and says how it is', async () => {
    const on = await maintenance('on', '--message', 'Back at 17:00');
    expect([on.code, on.out]).toEqual([0, 'Maintenance mode is on.\nMessage: Back at 17:00\n']);
    await vi.waitFor(() => expectPage(fetch(site.url), 503, 'Back at 17:00'));
    expect((await maintenance('off')).code).toBe(0);
    await vi.waitFor(async () => expect((await fetch(site.url)).status).toBe(200));
    expect((await maintenance('status')).out).toBe('Maintenance mode is off.\nMessage: Back at 17:00\n');
  });

  it('plans a window, in local time unless a zone is given, and begins one at once', async () => {
    const planned = await maintenance('on', '--from', '2999-11-24T14:30', '--until', '2999-11-24T20:00Z');
    expect([planned.code, planned.err]).toEqual([0, '']);
    expect(planned.out).toMatch(
      /^Maintenance mode is off.\nBegins: 24 Nov 2999, 14:30\nEnds: 24 Nov 2999, 16:00\nMessage: /,
    );
    const times = { starts: new Date('2999-11-24T18:30Z'), ends: new Date('2999-11-24T20:00Z') };
    expect(await window()).toEqual([{ on: false, ...times }]);
    const before = Date.now();
    const on = await maintenance('on', '--for', '2h');
    expect(on.out).toMatch(
      /^Maintenance mode is on.\nThe maintenance that was planned from 24 Nov 2999, 14:30 on is dropped.\nEnds: /,
    );
    const [{ on: isOn, ends } = {}] = await window();
    expect([on.code, isOn]).toEqual([0, true]);
    expect(ends!.getTime()).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
    expect(ends!.getTime()).toBeLessThanOrEqual(Date.now() + 2 * 3_600_000);
  });

  it('refuses an impossible window in one line, and changes nothing', async () => {
    const before = await sql('select * from site_status');
    const late = await maintenance('on', '--until', '2020-01-01T10:00', '--message', 'Never seen');
    expect(late).toEqual({ code: 1, out: '', err: 'The end is in the past.\n' });
    expect(await sql('select * from site_status')).toEqual(before);
  });
});

it('npm run person exports all that is stored about an address, erases it, and leads nothing but JSON into a file', async () => {
  const person = (...args: string[]) => run('person', args);
  await add(
    sql,
    'messages',
    ['kim@example.com', 'KIM@example.com', 'lee@example.com'].map((email) => ({ email, subject: `Of ${email}` })),
  );
  const all = await sql<{ reference: string }>('select reference from messages order by id');
  const hers = all.slice(0, 2).map(({ reference }) => reference);
  const exported = await person('export', 'Kim@Example.com');
  expect([exported.code, exported.err]).toEqual([0, '']);
  const { enquiries } = JSON.parse(exported.out) as { enquiries: { reference: string }[] };
  expect(enquiries.map(({ reference }) => reference)).toEqual(hers);
  const erased = await person('erase', 'Kim@Example.com');
  expect(erased).toEqual({ code: 0, out: `Erased 2 enquiries: ${hers.join(', ')}\n`, err: '' });
  expect(await sql('select email from messages')).toEqual([{ email: 'lee@example.com' }]);
  expect(await sql("select who, what, address from activities where kind = 'erasure'")).toEqual([
    { who: 'command line', what: `Erased all data of a person: ${hers.join(', ')}`, address: null },
  ]);
  const nothing = { code: 0, out: '', err: 'Nothing is stored about this address.\n' };
  expect(await person('export', 'kim@example.com')).toEqual(nothing);
  const toNobody = ['-c', '"$0" "$1" export lee@example.com | true', process.execPath, files.person];
  expect(await runProgram('sh', toNobody, { DATABASE_URL })).toMatchObject({ code: 0, err: '' });
});

const dataDir = testFolder();
it('on the embedded database they work before the first start, with a server running, and after it', async () => {
  const env = { DATA_DIR: dataDir };
  const addAdmin = (email: string) =>
    user(['add', email, '--role', 'admin', '--password-stdin'], { input: 'nine wet shackles\r\n\n', env });
  expect((await addAdmin('first@example.com')).code).toBe(0);
  expect((await run('maintenance', ['on'], { env })).code).toBe(0);

  const embedded = forTest(await startProduct({ DATA_DIR: dataDir }));
  expect(embedded.logs()).not.toContain('First admin'); // there is an account already
  expect((await fetch(embedded.url)).status).toBe(503);
  expect((await addAdmin('second@example.com')).code).toBe(0);
  expect((await run('maintenance', ['off'], { env })).code).toBe(0);
  await vi.waitFor(() => expectPage(fetch(`${embedded.url}/services`), 200, 'Lift Planning')); // from the first command
  expect((await sendLogin(embedded, 'second@example.com', 'nine wet shackles')).status).toBe(303);
  await embedded.stop();
  expect(lines((await user(['list'], { env })).out)).toHaveLength(2);
});
