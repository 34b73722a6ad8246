import fs, { type StatsFs } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { tryDocumentStore } from '#app/storage/start-check.server.ts';
import { writePrivate } from '#db/embedded-folder.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { startProduct } from '../support/product.ts';
import { s3Env, startFullS3Server, startS3Server } from '../support/s3-server.ts';
import { appWithoutDatabase } from '../support/test-app.ts';
import { testFolder } from '../support/test-folder.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin, visitAs } from '../support/visitor.ts';

const { url: DATABASE_URL, sql } = await testDatabase();
const WELL = 'All systems operational';

it('https without TRUST_PROXY is warned of, at the start and to admins; a mail server that is away stops nothing', async () => {
  const warning = 'APP_URL is https but TRUST_PROXY is not set';
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com' };
  const site = forTest(await startProduct({ DATABASE_URL, APP_URL: 'https://www.example.com', ...mail }));
  const dashboardOf = async (role: Role) => {
    const { email } = await makeAccount(sql, role);
    const answer = await sendLogin(site, email, PASSWORD, { 'Sec-Fetch-Site': 'same-origin' });
    return (await asker(site, cookieOf(answer))(paths.admin.dashboard)).text();
  };
  const lines = () => site.logs().split('\n');
  const said = () => lines().filter((line) => line.includes(warning));
  await vi.waitFor(() => expect(said()).toEqual([expect.stringMatching(`^Warning: ${warning}`)]));
  const [forAdmins, forEditors] = [await dashboardOf('admin'), await dashboardOf('editor')];
  expect([forAdmins.includes(warning), forAdmins.includes(WELL)]).toEqual([true, false]);
  expect([forEditors.includes(warning), forEditors.includes(WELL)]).toEqual([false, true]);
});

it('a database that fails late in the start ends it with one line that names DATABASE_URL', async () => {
  await sql(`alter table redirects rename to away; create function refuse() returns boolean immutable language plpgsql
    as $$ begin raise exception 'too many connections for role' using errcode = '53300'; end $$`);
  await sql('create view redirects as select * from away where refuse()');
  const line = /^DATABASE_URL: .* no connection left for this account \(.*too many connections for role\)$/;
  await expect(startApp({ DATABASE_URL })).rejects.toThrow(line);
  await sql('drop function refuse cascade; alter table away rename to redirects');
});

describe('a document store that cannot be used', async () => {
  const s3 = forFile(await startS3Server());
  const DATA_DIR = testFolder();
  const refusing = async (code: string) => ({ S3_ENDPOINT: forTest(await startFullS3Server(code)).url });

  it.each([
    ['keys', () => ({ S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }), /^S3_ACCESS_KEY_ID: .*$/],
    ['a bucket', () => ({ S3_BUCKET: 'other' }), /^S3_BUCKET: .*$/],
    ['a server', () => ({ S3_ENDPOINT: 'http://127.0.0.1:9' }), /^S3_ENDPOINT: .*$/],
    ['the time', () => refusing('RequestTimeTooSkewed'), /^S3_ENDPOINT: has another time .* clock right \(.*\)$/],
    ['fresh keys', () => refusing('ExpiredToken'), /^S3_ACCESS_KEY_ID: has expired \(ExpiredToken 403\)$/],
    ['rights', () => refusing('AccessDenied'), /^S3_ACCESS_KEY_ID: may not keep, .*$/],
  ])('for want of %s is told in one line that names the variable', async (_, over, line) => {
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true'); // otherwise the SDK looks for credentials on the network
    const app = await appWithoutDatabase({ ...s3Env(s3.settings), ...(await over()) });
    await expect(tryDocumentStore(app)).rejects.toThrow(line);
    vi.unstubAllEnvs();
  });

  it('because it is full stops no start, and is shown until it takes files again', async () => {
    const full = forTest(await startFullS3Server('QuotaExceeded'));
    const app = await appWithoutDatabase(s3Env(s3.settings, full.port));
    await tryDocumentStore(app);
    for (let times = 0; times < 2; times++)
      await expect(app.store.check()).rejects.toThrow('put: S3_BUCKET has no room: the store gave QuotaExceeded 403');
    full.refuse();
    await app.store.check();
    full.refuse('QuotaExceeded');
    await app.store.check(); // nothing was put since
  });

  it('is told also where it is a folder that cannot be made', async () => {
    const app = await appWithoutDatabase({ DATA_DIR: '/proc/no' });
    await expect(tryDocumentStore(app)).rejects.toThrow(/^DATA_DIR: the folder \/proc\/no cannot be made: .*$/);
  });

  it('is told also where it is a file, to root too', async () => {
    const file = path.join(DATA_DIR, 'file');
    fs.writeFileSync(file, '', { mode: 0o700 }); // with which root may do all that a folder needs
    const started = startApp({ DATABASE_URL: '', DATA_DIR: file });
    await expect(started).rejects.toThrow(`DATA_DIR: ${file} cannot be used: it is a file`);
    expect(() => writePrivate(undefined, path.join(file, 'a'), '')).toThrow('a cannot be written: what it is');
  });

  it('stops the start', async () => {
    const env = { DATABASE_URL, DATA_DIR, ...s3Env(s3.settings), S3_BUCKET: 'other' };
    await expect(startApp(env)).rejects.toThrow(/^S3_BUCKET: /);
  });

  it('is later shown by the system status and by /readyz, which stays 200; the check leaves nothing behind', async () => {
    const network = forTest(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port)));
    const site = forTest(await startApp({ DATABASE_URL, ...s3Env(s3.settings, network.port) }));
    const { ask } = await visitAs(site, sql, 'editor');
    const status = async () => (await ask(paths.admin.dashboard)).text();
    expect(await status()).toContain(WELL);
    expect((await s3.keys()).filter((key) => key.includes('start-check'))).toEqual([]);
    network.behave({ kind: 'refuses' });
    await expect.poll(status).toContain('The document store is not responding'); // checked once a second
    const ready = await fetch(`${site.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, 'ready, but the document store does not answer\n']);
  });
});

it('a disk without room for documents is shown by the system status, and stops no start', async () => {
  vi.spyOn(fs.promises, 'statfs').mockResolvedValue({ blocks: 9, bavail: 3, bsize: 2 ** 20 } as StatsFs);
  const { ask } = await visitAs(forTest(await startApp({ DATABASE_URL })), sql, 'editor');
  const status = async () => (await ask(paths.admin.dashboard)).text();
  expect(await status()).toContain('The document store is not responding');
  vi.restoreAllMocks();
  await expect.poll(status).toContain(WELL);
});
