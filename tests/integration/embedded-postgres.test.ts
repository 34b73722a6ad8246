import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { holdDatabase } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce } from '../support/test-postgres.ts';

const dataDir = testFolder();
beforeAll(() => fs.chmodSync(dataDir, 0o755)); // as root the server runs under another account

// One that stands still never asks how its server ended, which then keeps its number.
it.each(['SIGKILL', 'SIGSTOP'] as const)('starts again after its owner got %s', async (signal) => {
  const dir = path.join(dataDir, signal);
  const source = `
    const { startEmbedded } = await import('#db/embedded.ts');
    await startEmbedded(${JSON.stringify(dir)}, { durable: false });
    process.stdout.write('up');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => owner.stdout.once('data', resolve));
  owner.kill(signal);
  const again = await startEmbedded(dir, { durable: false });
  const { host, port, user } = again;
  expect(await queryOnce({ host, port, user }, 'select 1 as up')).toEqual([{ up: 1 }]);
  await again.stop();
  owner.kill('SIGKILL');
});

it('keeps what its log said before, and writes through no link that lies there', async () => {
  const dir = path.join(dataDir, 'logged');
  const log = path.join(dir, 'server.log');
  const run = async () => (await startEmbedded(dir, { durable: false })).stop();
  await run();
  fs.appendFileSync(log, 'why it ended\n');
  await run();
  expect(fs.readFileSync(log, 'utf8')).toMatch(/why it ended\n.*starting PostgreSQL/s);
  const elsewhere = path.join(dataDir, 'elsewhere');
  fs.writeFileSync(elsewhere, 'theirs');
  fs.rmSync(log);
  fs.symlinkSync(elsewhere, log);
  await run();
  expect(fs.readFileSync(elsewhere, 'utf8')).toBe('theirs');
  expect(fs.readFileSync(log, 'utf8')).toContain('starting PostgreSQL');
});

it('tells a command why the database of a running server does not answer', async () => {
  const own = path.join(dataDir, 'ended');
  fs.mkdirSync(own, { mode: 0o755 });
  const server = await holdDatabase({ dataDir: own }, 'server');
  const pid = Number(fs.readFileSync(path.join(server.embeddedDir!, 'postmaster.pid'), 'utf8').split('\n')[0]);
  fs.appendFileSync(path.join(server.embeddedDir!, 'server.log'), 'could not write: No space left on device\n');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => holdDatabase({ dataDir: own }, 'command').catch(String)).toContain('No space left on device');
  await server.release();
});
