import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { mailAbout } from '../support/mail-about.ts';
import { startProduct, type Product } from '../support/product.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin, visitAs } from '../support/visitor.ts';

const database = await testDatabase();
const { sql } = database;
let product: Product;
beforeAll(async () => void (product = await startProduct({ DATABASE_URL: database.url })));
afterAll(() => product?.stop());

/** Runs a command as npm does. */
function run(
  name: 'user' | 'maintenance' | 'person',
  args: string[],
  { input = '', env = { DATABASE_URL: database.url } }: { input?: string; env?: Record<string, string> } = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [, , ...command] = scripts[name]!.split(' '); // exec node …
  const child = spawn(process.execPath, [...command, ...args], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SESSION_SECRET: 'only for the tests of this project',
      DATA_DIR: product.dataDir,
      ...env,
    },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (err += data));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}
const user = (args: string[], options?: Parameters<typeof run>[2]) => run('user', args, options);

const lines = (text: string) => text.split('\n').filter(Boolean);

describe('npm run user -- add', () => {
  it('makes an account, its e-mail in lower case, and prints a password once that signs in', async () => {
    const { code, out } = await user(['add', 'Ann.Lee@Example.com', '--role', 'editor']);
    expect(code).toBe(0);
    const password = /Password: (\S+)/.exec(out)![1]!;
    expect((await sendLogin(product, 'ann.lee@example.com', password)).status).toBe(303);
    expect(await sql("select role from users where email = 'ann.lee@example.com'")).toEqual([{ role: 'editor' }]);
  });

  it('takes the password from standard input and then prints none', async () => {
    const added = await user(['add', 'ben@example.com', '--role', 'none', '--password-stdin'], {
      input: 'seven tall cranes\n',
    });
    expect([added.code, added.out]).toEqual([0, 'Added ben@example.com (no role).\n']);
    const answer = await sendLogin(product, 'ben@example.com', 'seven tall cranes');
    expect(answer.status).toBe(303);
    expect((await asker(product, cookieOf(answer))(paths.admin.dashboard)).status).toBe(403);
  });

  it.each([
    ['a password that is too short', ['add', 'c@example.com', '--role', 'viewer', '--password-stdin'], 'Ab1!xyz'],
    ['a common password', ['add', 'c@example.com', '--role', 'viewer', '--password-stdin'], 'Password123'],
    ['the e-mail as password', ['add', 'cc@example.com', '--role', 'viewer', '--password-stdin'], 'CC@example.com'],
    ['an e-mail that is none', ['add', 'c.example.com', '--role', 'viewer'], ''],
    ['a role that does not exist', ['add', 'c@example.com', '--role', 'visitor'], ''],
    ['no role', ['add', 'c@example.com'], ''],
  ])('refuses %s with one line and makes nothing', async (_, args, input) => {
    const count = async () => (await sql('select count(*) from accounts'))[0];
    const before = await count();
    const { code, out, err } = await user(args, { input });
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(lines(err)).toHaveLength(1);
    expect(await count()).toEqual(before);
  });

  it('refuses an e-mail that is taken, in any case of letters', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const { code, err } = await user(['add', email.toUpperCase(), '--role', 'admin']);
    expect([code, err]).toEqual([1, `There is already an account for ${email}.\n`]);
    expect(await sql('select role from users where email = $1', [email])).toEqual([{ role: 'viewer' }]);
  });
});

describe('the other user commands', () => {
  it('list says who there is, with which role', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const { email: without } = await makeAccount(sql, null);
    const { code, out } = await user(['list']);
    expect(code).toBe(0);
    expect(lines(out).find((line) => line.startsWith(email))).toMatch(/ {2}viewer {2}active {7}since \d{4}-\d\d-\d\d$/);
    expect(lines(out).find((line) => line.startsWith(without))).toContain('  none ');
  });

  it('role counts from the next request on', async () => {
    const { accountId, email, ask } = await visitAs(product, sql, 'viewer');
    expect((await ask(paths.admin.services)).status).toBe(302);
    const raised = await user(['role', email, 'editor']);
    expect(raised.code).toBe(0);
    expect(JSON.parse(raised.err)).toMatchObject({ event: 'authz_change', accountId, outcome: 'success' });
    const answer = await ask(paths.admin.services);
    expect(answer.status).toBe(200);
    expect((await user(['role', email, 'none'])).code).toBe(0);
    expect((await asker(product, cookieOf(answer))(paths.admin.services)).status).toBe(403);
  });

  it('password ends the sessions, and its owner is told by mail', async () => {
    const { email, ask } = await visitAs(product, sql, 'viewer');
    const { code } = await user(['password', email, '--password-stdin'], { input: 'eleven short slings' });
    expect(code).toBe(0);
    expect(await mailAbout(email, product.dataDir, [])).toMatch(/was changed.*From: the command line/s);
    expect((await ask(paths.admin.dashboard)).headers.get('location')).toBe(paths.admin.login);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(401);
    expect((await sendLogin(product, email, 'eleven short slings')).status).toBe(303);
  });

  it('reset-factor takes a second factor away, which its owner is told', async () => {
    const { accountId, email, ask } = await visitAs(product, sql, 'admin');
    await setUpFactor(ask);
    expect((await sendLogin(product, email, PASSWORD)).headers.get('location')).toBe(paths.admin.loginCode);
    const reset = await user(['reset-factor', email]);
    expect(reset.code).toBe(0);
    expect(JSON.parse(reset.err)).toMatchObject({ event: 'authn_factor_change', accountId, outcome: 'success' });
    expect((await sendLogin(product, email, PASSWORD)).headers.get('location')).toBe(paths.admin.dashboard);
    expect(await sql("select what from activities where who = 'command line' and kind = 'second-factor'")).toEqual([
      { what: `Reset the second factor of ${email}` },
    ]);
    expect(
      await sql("select 1 from staff_mails where email = $1 and kind = 'secondFactorRemoved'", [email]),
    ).toHaveLength(1);
    const again = await user(['reset-factor', email]);
    expect([again.code, again.err]).toEqual([1, `${email} has no second factor.\n`]);
  });

  it('remove ends everything at once', async () => {
    const { email, accountId, ask } = await visitAs(product, sql, 'admin');
    expect((await user(['remove', email])).code).toBe(0);
    expect((await ask(paths.admin.session, { method: 'POST' })).status).toBe(401);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(401);
    expect(await sql('select 1 from users where id = $1', [accountId])).toEqual([]);
  });

  it('leave what they did in the log, without the address', async () => {
    const email = 'logged@example.com';
    const done = [
      [
        'user_created',
        await user(['add', email, '--role', 'viewer', '--password-stdin'], { input: 'nine grey hooks' }),
      ],
      ['authn_password_change', await user(['password', email, '--password-stdin'], { input: 'eleven short slings' })],
      ['user_deleted', await user(['remove', email])],
    ] as const;
    for (const [event, { code, err }] of done) {
      expect([code, JSON.parse(err)]).toMatchObject([0, { event, outcome: 'success', accountId: expect.any(Number) }]);
      expect(err).not.toContain(email);
    }
  });

  it('deactivate takes everything at once, and reactivate lets sign in again', async () => {
    const { email, ask } = await visitAs(product, sql, 'editor');
    const off = await user(['deactivate', email]);
    expect([off.code, off.out]).toEqual([0, `Deactivated ${email}; its sessions have ended.\n`]);
    expect((await ask(paths.admin.session, { method: 'POST' })).status).toBe(401);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(401);
    const listed = lines((await user(['list'])).out).find((line) => line.startsWith(email));
    expect(listed).toMatch(/ {2}editor {2}deactivated {2}since /);
    const on = await user(['reactivate', email]);
    expect([on.code, on.out]).toEqual([0, `Reactivated ${email}.\n`]);
    expect((await ask(paths.admin.session, { method: 'POST' })).status).toBe(401);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(303);
  });

  it('leave what they did in the activity log, as the command line', async () => {
    const email = 'told@example.com';
    for (const args of [
      ['add', email, '--role', 'viewer'],
      ['role', email, 'editor'],
      ['password', email],
      ['deactivate', email],
      ['reactivate', email],
      ['remove', email],
    ])
      expect((await user(args)).code).toBe(0);
    const told = await sql<{ noun_id: number }>(
      "select kind, who, what, address, noun, noun_id from activities where what like '%' || $1 || '%' order by id",
      [email],
    );
    const about = { who: 'command line', address: null, noun: 'staff', noun_id: told[0]!.noun_id };
    expect(told).toEqual([
      { kind: 'account', what: `Made the account ${email}, viewer`, ...about },
      { kind: 'account', what: `Changed the role of ${email} from viewer to editor`, ...about },
      { kind: 'password', what: `Set a new password of ${email}`, ...about },
      { kind: 'account', what: `Deactivated ${email}`, ...about },
      { kind: 'account', what: `Reactivated ${email}`, ...about },
      { kind: 'account', what: `Removed ${email}`, ...about },
    ]);
  });

  it('refuse to take the last admin away, with one line, unless that is meant', async () => {
    await sql("delete from users where role = 'admin'");
    const { email, accountId } = await makeAccount(sql, 'admin');
    const off = await makeAccount(sql, 'admin');
    await sql('update accounts set deactivated_at = now() where id = $1', [off.accountId]);
    const ways = [
      ['role', email, 'editor'],
      ['deactivate', email],
      ['remove', email],
    ];
    for (const args of ways) {
      const { code, out, err } = await user(args);
      expect([code, out, err]).toEqual([
        1,
        '',
        'This is the last active admin. Make another one first, or add --force.\n',
      ]);
    }
    for (const args of ways) {
      const { code, err } = await user([...args, '--force']);
      expect([args[0], code]).toEqual([args[0], 0]);
      expect(err).toContain('no admin is left');
    }
    expect(await sql('select 1 from accounts where id = $1', [accountId])).toEqual([]);
  });

  it('password ends the first password that the start has printed', async () => {
    const { email, accountId } = await makeAccount(sql, 'viewer');
    await sql('update accounts set has_first_password = true where id = $1', [accountId]);
    expect((await user(['password', email])).code).toBe(0);
    expect(await sql('select has_first_password as first from accounts where id = $1', [accountId])).toEqual([
      { first: false },
    ]);
  });

  it.each([['role', 'viewer'], ['password'], ['deactivate'], ['reactivate'], ['remove']])(
    '%s of an unknown account says so',
    async (verb, ...more) => {
      const { code, err } = await user([verb, 'nobody@example.com', ...more]);
      expect([code, err]).toEqual([1, 'There is no account for nobody@example.com.\n']);
    },
  );

  it('a call that makes no sense shows how it is meant', async () => {
    for (const args of [[], ['frobnicate'], ['list', 'x'], ['role', 'a@example.com'], ['remove', 'a@b.co', '--all']]) {
      const { code, err } = await user(args);
      expect(code).toBe(2);
      expect(err).toContain('npm run user -- add EMAIL --role');
    }
  });
});

describe('npm run maintenance', () => {
  const maintenance = (...args: string[]) => run('maintenance', args);

  it('switches a running site, keeps the message and says how it is', async () => {
    const on = await maintenance('on', '--message', 'Back at 17:00');
    expect([on.code, on.out]).toEqual([0, 'Maintenance mode is on.\nMessage: Back at 17:00\n']);
    await vi.waitFor(async () => {
      const page = await fetch(product.url);
      expect(page.status).toBe(503);
      expect(await page.text()).toContain('Back at 17:00');
    });
    expect((await maintenance('off')).code).toBe(0);
    await vi.waitFor(async () => expect((await fetch(product.url)).status).toBe(200));
    expect((await maintenance('status')).out).toBe('Maintenance mode is off.\nMessage: Back at 17:00\n');
  });

  it('shows how it is meant when called wrongly, and changes nothing', async () => {
    for (const args of [[], ['maybe'], ['off', '--message', 'x'], ['on', 'now']]) {
      const { code, err } = await maintenance(...args);
      expect(code).toBe(2);
      expect(err).toContain('npm run maintenance -- on');
    }
    const long = await maintenance('on', '--message', 'x'.repeat(1001));
    expect([long.code, long.err]).toEqual([2, 'Message must be at most 1,000 characters\n']);
    expect(await sql('select maintenance_mode from site_status')).toEqual([{ maintenance_mode: false }]);
  });

  const window = () =>
    sql<{ on: boolean; starts: Date | null; ends: Date | null }>(
      'select maintenance_mode as on, starts_at as starts, ends_at as ends from site_status',
    );

  it('plans a window, its times local where they name no zone, and begins one at once until a plain on ends its end', async () => {
    const planned = await maintenance('on', '--from', '2999-11-24T14:30', '--until', '2999-11-24T20:00Z');
    expect([planned.code, planned.err]).toEqual([0, '']);
    expect(planned.out).toMatch(
      /^Maintenance mode is off.\nBegins: 24 Nov 2999, 14:30\nEnds: 24 Nov 2999, 16:00\nMessage: /,
    );
    const times = { starts: new Date('2999-11-24T18:30Z'), ends: new Date('2999-11-24T20:00Z') };
    expect(await window()).toEqual([{ on: false, ...times }]);
    const dropped = await maintenance('on', '--message', 'At once');
    expect(dropped.out).toContain('The maintenance that was planned from 24 Nov 2999, 14:30 on is dropped.\n');
    expect((await maintenance('off')).code).toBe(0);
    const before = Date.now();
    const on = await maintenance('on', '--for', '2h');
    expect(on.out).toMatch(/^Maintenance mode is on.\nEnds: /);
    const [{ on: isOn, ends } = {}] = await window();
    expect([on.code, isOn]).toEqual([0, true]);
    expect(ends!.getTime()).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
    expect(ends!.getTime()).toBeLessThanOrEqual(Date.now() + 2 * 3_600_000);
    expect((await maintenance('on')).out).not.toContain('Ends:');
    expect(await window()).toEqual([{ on: true, starts: null, ends: null }]);
    await maintenance('off');
    expect(await window()).toEqual([{ on: false, starts: null, ends: null }]);
  });

  it('refuses a window that cannot be in one line, and changes nothing', async () => {
    const [before] = await sql('select * from site_status');
    const late = await maintenance('on', '--until', '2020-01-01T10:00', '--message', 'Never seen');
    expect(late).toEqual({ code: 1, out: '', err: 'The end is in the past.\n' });
    const both = await maintenance('on', '--until', '2999-01-01T10:00', '--for', '2h');
    expect(both).toEqual({ code: 2, out: '', err: 'Give either --until or --for, not both.\n' });
    expect(await sql('select * from site_status')).toEqual([before]);
  });
});

describe('npm run person', () => {
  const person = (...args: string[]) => run('person', args);
  const NOTHING = 'Nothing is stored about this address.\n';

  it('exports all that is stored about an address, and erases it', async () => {
    await add(
      sql,
      'messages',
      ['kim@example.com', 'KIM@example.com', 'lee@example.com'].map((email) => ({ email, subject: `Of ${email}` })),
    );
    const all = await sql<{ reference: string; email: string }>('select reference, email from messages order by id');
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
  });

  it('says so when there is nothing, and leads nothing but JSON into a file', async () => {
    expect(await person('erase', 'nobody@example.com')).toEqual({ code: 0, out: NOTHING, err: '' });
    expect(await person('export', 'nobody@example.com')).toEqual({ code: 0, out: '', err: NOTHING });
  });

  it('shows how it is meant when called wrongly', async () => {
    for (const args of [[], ['erase'], ['show', 'a@example.com'], ['erase', 'a@example.com', 'b@example.com']]) {
      const { code, out, err } = await person(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('npm run person -- erase EMAIL');
    }
  });
});

describe('on the embedded database', () => {
  it('work before the first start, with a server running, and after it', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-data-'));
    fs.chmodSync(dataDir, 0o755); // as root the database runs under another account
    const env = { DATA_DIR: dataDir };
    const add = (email: string) =>
      user(['add', email, '--role', 'admin', '--password-stdin'], { input: 'nine wet shackles', env });
    expect((await add('first@example.com')).code).toBe(0);
    expect((await run('maintenance', ['on'], { env })).code).toBe(0);

    const embedded = await startProduct({ DATA_DIR: dataDir });
    try {
      expect(embedded.logs()).not.toContain('First admin'); // there is an account already
      expect((await fetch(embedded.url)).status).toBe(503);
      expect((await add('second@example.com')).code).toBe(0);
      expect((await run('maintenance', ['off'], { env })).code).toBe(0);
      await vi.waitFor(async () => {
        const page = await fetch(`${embedded.url}/services`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain('Lift Planning'); // the starting content came with the first command
      });
      expect((await sendLogin(embedded, 'second@example.com', 'nine wet shackles')).status).toBe(303);
    } finally {
      await embedded.stop();
    }
    const left = await user(['list'], { env });
    expect(lines(left.out)).toHaveLength(2);
    await user(['remove', 'first@example.com'], { env });
    const last = await user(['remove', 'second@example.com', '--force'], { env });
    expect([last.code, last.err]).toEqual([0, expect.stringContaining('no admin is left')]);
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
});
