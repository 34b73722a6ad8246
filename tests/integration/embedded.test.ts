import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { DataDirInUseError, holdDatabase } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { findPrograms } from '#db/embedded-folder.ts';
import { privateTemporaryFolder } from '#db/embedded-socket.ts';
import { forTest } from '../support/for-test.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce } from '../support/test-postgres.ts';

// The uid of another account, which can read whatever has no protection.
const STRANGER = 65_534;
const isRoot = process.getuid?.() === 0;
const folder = testFolder();

async function asStranger<T>(work: () => Promise<T>): Promise<T> {
  process.setegid!(STRANGER);
  process.seteuid!(STRANGER);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
    process.setegid!(0);
  }
}
const serverPid = (data: string) => fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]!;
const ownersIn = (dir: string) => [
  ...new Set(fs.readdirSync(dir, { recursive: true }).map((name) => fs.lstatSync(path.join(dir, String(name))).uid)),
];

vi.stubEnv('POSTMARK_SERVER_TOKEN', 'canary-token');
vi.stubEnv('PGSSLMODE', 'require'); // for another database
const held = await holdDatabase({ dataDir: path.join(folder, 'alone') }, 'server');
vi.unstubAllEnvs();
afterAll(() => held.release());
const embeddedDir = held.embeddedDir!;

describe('the embedded database', () => {
  it('is durable: it stores data before it confirms it', async () =>
    expect(await queryOnce(held.connection, 'show fsync')).toEqual([{ fsync: 'on' }]));

  it.skipIf(!fs.existsSync('/proc/self/environ'))('is given none of the secrets in our environment', () => {
    const names = fs
      .readFileSync(`/proc/${serverPid(embeddedDir)}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
      .filter((name) => name && !name.startsWith('PG')); // the server sets these for its children
    expect(new Set(names).difference(new Set(['PATH', 'NODE_ENV', 'LC_ALL']))).toEqual(new Set());
  });

  it.skipIf(!isRoot)('runs as an account of its own that nobody can sign in to', () => {
    const { uid } = fs.statSync(`/proc/${serverPid(embeddedDir)}`);
    const accounts = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
    expect(accounts.filter((line) => line.split(':')[2] === String(uid))).toEqual([
      expect.stringMatching(/^safety-rigging-db:.*nologin$/),
    ]);
  });

  it('logs that a statement failed, and nothing of its content', async () => {
    await queryOnce(held.connection, 'create table refusing (name text constraint refuses_all check (name is null))');
    await expect(queryOnce(held.connection, "insert into refusing values ('canary')")).rejects.toThrow('refuses_all');
    const log = () => fs.readFileSync(path.join(embeddedDir, 'server.log'), 'utf8');
    await expect.poll(log).toContain('violates check constraint "refuses_all"');
    expect(log()).not.toContain('canary');
  });

  it.skipIf(!isRoot)('lets nobody else in, neither through the folder nor at the socket in it', async () => {
    const strangerAsks = () => asStranger(() => queryOnce(held.connection, 'select 1'));
    await expect(strangerAsks()).rejects.toThrow('EACCES');
    fs.chmodSync(embeddedDir, 0o711);
    await expect(strangerAsks()).rejects.toThrow('EACCES');
    fs.chmodSync(path.join(embeddedDir, '.s.PGSQL.5432'), 0o777);
    await expect(strangerAsks()).rejects.toThrow('Peer authentication failed');
    expect(await queryOnce(held.connection, 'select 1 as ours')).toEqual([{ ours: 1 }]);
  });

  it('has its socket in its own folder however long the path of DATA_DIR is, commands find it there, and another server does not take it', async () => {
    const dataDir = path.join(folder, 'long'.repeat(20), 'longer'.repeat(10));
    const server = await holdDatabase({ dataDir }, 'server');
    forTest({ stop: () => server.release() });
    expect(fs.readdirSync(server.embeddedDir!)).toContain('.s.PGSQL.5432');
    await queryOnce(server.connection, 'create table kept as select 42 as answer');
    const command = await holdDatabase({ dataDir }, 'command');
    expect(await queryOnce(command.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await command.release();
    await expect(holdDatabase({ dataDir }, 'server')).rejects.toBeInstanceOf(DataDirInUseError);
    expect(await queryOnce(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('accepts a folder of an earlier version that trusted everyone and ran as nobody, and closes it', async () => {
    const dataDir = path.join(folder, 'earlier');
    const data = path.join(dataDir, 'postgres');
    const account = isRoot ? { uid: STRANGER, gid: STRANGER } : undefined;
    fs.mkdirSync(dataDir);
    fs.mkdirSync(data, { mode: 0o700 });
    if (account) fs.chownSync(data, account.uid, account.gid);
    const { initdb, postgres } = await findPrograms(account);
    const as = { ...account, cwd: data, encoding: 'utf8' as const };
    const made = spawnSync(initdb, ['-D', data, '-U', 'app', '-A', 'trust', '--locale=C.UTF-8', '--no-sync'], as);
    expect(made).toMatchObject({ status: 0 });
    const input = 'create database site;\n';
    expect(spawnSync(postgres, ['--single', '-D', data, 'postgres'], { ...as, input })).toMatchObject({ status: 0 });
    const table = 'create table kept as select 42 as answer;\n';
    expect(spawnSync(postgres, ['--single', '-D', data, 'site'], { ...as, input: table })).toMatchObject({ status: 0 });

    for (const purpose of ['server', 'command'] as const) {
      const held = await holdDatabase({ dataDir }, purpose);
      expect(await queryOnce(held.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
      expect(await queryOnce(held.connection, 'select distinct auth_method from pg_hba_file_rules')).toEqual([
        { auth_method: 'peer' },
      ]);
      await held.release();
    }
    const { uid, mode } = fs.statSync(data);
    expect(mode & 0o777).toBe(0o700);
    expect(ownersIn(data)).toEqual([uid]);
    expect(uid).not.toBe(STRANGER);
  });

  // initdb looks up the name of its account
  const people = /^[^:]+:[^:]*:1000:/m.test(fs.readFileSync('/etc/passwd', 'utf8')) ? [1000] : [];
  it.skipIf(!isRoot).each([...people.map((uid) => ({ uid, of: 'postgres' })), { uid: STRANGER, of: '.' }])(
    'and all that root puts there belong to the account $uid, where that has the folder $of of DATA_DIR',
    async ({ uid, of }) => {
      const dataDir = path.join(folder, `of-${uid}`);
      const owned = path.join(dataDir, of);
      fs.mkdirSync(owned, { recursive: true });
      fs.chownSync(owned, uid, uid);
      const held = await holdDatabase({ dataDir }, 'command');
      await diskStore(path.join(owned, 'documents')).put('1-owned.pdf', Buffer.from('%PDF-'));
      expect(ownersIn(owned)).toEqual([uid]);
      await held.release();
    },
  );
});

describe('a folder in the temporary directory, for systems without /proc', () => {
  const name = `srl-test-${process.pid}`;
  const dir = path.join(os.tmpdir(), name);
  const refused = new RegExp(`${name}.*not ours alone`);
  afterAll(() => removeFolder(dir));

  it('is ours alone, and is not taken when it is open to others, a link, or made by somebody else', () => {
    expect(privateTemporaryFolder(name)).toBe(dir);
    expect(privateTemporaryFolder(name)).toBe(dir);
    expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
    fs.chmodSync(dir, 0o755);
    expect(() => privateTemporaryFolder(name)).toThrow(refused);
    fs.chmodSync(dir, 0o700);
    if (isRoot) {
      fs.chownSync(dir, STRANGER, STRANGER);
      expect(() => privateTemporaryFolder(name)).toThrow(refused);
    }
    fs.rmdirSync(dir);
    fs.symlinkSync(folder, dir);
    expect(() => privateTemporaryFolder(name)).toThrow(refused);
  });
});

const expectUp = async ({ host, port, user }: Awaited<ReturnType<typeof startEmbedded>>) =>
  expect(await queryOnce({ host, port, user }, 'select 1 as up')).toEqual([{ up: 1 }]);
const dir = path.join(folder, 'started-again'); // making a database is slow, so the tests below share it

// A stopped parent never collects its ended server, which then keeps its process id.
it.each(['SIGKILL', 'SIGSTOP'] as const)('starts again after its owner got %s', async (signal) => {
  const code = `
    const { startEmbedded } = await import('#db/embedded.ts');
    await startEmbedded(${JSON.stringify(dir)}, { durable: false });
    process.stdout.write('up');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => owner.stdout.once('data', resolve));
  owner.kill(signal);
  const again = await startEmbedded(dir, { durable: false });
  await expectUp(again);
  await again.stop();
  owner.kill('SIGKILL');
});

it('keeps what its log said before, and writes through no link that lies there', async () => {
  const log = path.join(dir, 'server.log');
  const run = async () => (await startEmbedded(dir, { durable: false })).stop();
  await run();
  fs.appendFileSync(log, 'why it ended\n');
  await run();
  expect(fs.readFileSync(log, 'utf8')).toMatch(/why it ended\n.*starting PostgreSQL/s);
  const elsewhere = path.join(folder, 'elsewhere');
  fs.writeFileSync(elsewhere, 'theirs');
  fs.rmSync(log);
  fs.symlinkSync(elsewhere, log);
  await run();
  expect(fs.readFileSync(elsewhere, 'utf8')).toBe('theirs');
  expect(fs.readFileSync(log, 'utf8')).toContain('starting PostgreSQL');
});

it('tells a command why the database of a running server does not answer', async () => {
  const own = path.join(folder, 'ended');
  fs.mkdirSync(own, { mode: 0o755 });
  const server = await holdDatabase({ dataDir: own }, 'server');
  const pid = Number(fs.readFileSync(path.join(server.embeddedDir!, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const end = 'LOG:  shutting down\n'.repeat(4);
  fs.appendFileSync(path.join(server.embeddedDir!, 'server.log'), `FATAL:  No space left on device\n${end}`);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => holdDatabase({ dataDir: own }, 'command').catch(String)).toContain('No space left on device');
  await server.release();
});

it('starts on a copy of a running one, which goes on', async () => {
  const original = await startEmbedded(dir, { durable: false });
  const copy = path.join(folder, 'a copy, with "quotes"');
  expect(spawnSync('cp', ['-a', dir, copy])).toMatchObject({ status: 0 });
  const started = await startEmbedded(copy, { durable: false });
  for (const server of [original, started]) await expectUp(server);
  for (const { stop } of [original, started]) await stop();
});
