import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startS3Server, startSilentServer } from '../support/s3-server.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin, visitAs } from '../support/visitor.ts';

const database = await testDatabase();
const DATABASE_URL = database.url;

async function dashboardOf(product: Product, role: Role): Promise<string> {
  const { email } = await makeAccount(database.sql, role);
  const answer = await sendLogin(product, email, PASSWORD, { 'Sec-Fetch-Site': 'same-origin' });
  return (await asker(product, cookieOf(answer))(paths.admin.dashboard)).text();
}

describe('an https APP_URL', () => {
  const APP_URL = 'https://www.example.com';
  const warning = 'APP_URL is https but TRUST_PROXY is not set';

  it('without TRUST_PROXY is warned of: in one line at the start, in the log, and where admins see the status', async () => {
    const product = await startProduct({ DATABASE_URL, APP_URL });
    try {
      const said = () =>
        product
          .logs()
          .split('\n')
          .filter((line) => line.includes(warning));
      await vi.waitFor(() => expect(said()).toHaveLength(2));
      expect(said().filter((line) => line.startsWith(`Warning: ${warning}`))).toHaveLength(1);
      const [logged] = said().filter((line) => line.startsWith('{'));
      expect(JSON.parse(logged!)).toMatchObject({ level: 40 });
      const [forAdmins, forEditors] = [await dashboardOf(product, 'admin'), await dashboardOf(product, 'editor')];
      expect(forAdmins).toContain(warning);
      expect(forAdmins).not.toContain('All systems operational');
      expect(forEditors).not.toContain(warning);
      expect(forEditors).toContain('All systems operational');
    } finally {
      await product.stop();
    }
  });

  it.each<Record<string, string>>([{ APP_URL, TRUST_PROXY: '1' }, {}])(
    'with it, or on http, is not: %o',
    async (env) => {
      const product = await startProduct({ DATABASE_URL, ...env });
      try {
        expect(await dashboardOf(product, 'admin')).toContain('All systems operational');
        expect(product.logs()).not.toContain('TRUST_PROXY');
      } finally {
        await product.stop();
      }
    },
  );
});

it('a DATABASE_DIRECT_URL that leads to another database, or to none, stops the start with one line that names it', async () => {
  const { url: elsewhere } = await testDatabase();
  for (const [DATABASE_DIRECT_URL, said] of [
    [elsewhere, /^DATABASE_DIRECT_URL: must lead to the same database as DATABASE_URL/],
    ['postgres://nobody:very-secret@127.0.0.1:9/site', /^the database of DATABASE_DIRECT_URL cannot be reached: /],
  ] as const) {
    const error = (await startProduct({ DATABASE_URL, DATABASE_DIRECT_URL }).catch((ended: Error) => ended)) as Error;
    expect(error.message.trim().split('\n').slice(1)).toEqual([expect.stringMatching(said)]);
    expect(error.message).not.toContain('very-secret');
  }
});

it('a mail server that cannot be reached is told in the log and stops nothing', async () => {
  const SMTP_URL = 'smtp://127.0.0.1:9';
  const product = await startProduct({ DATABASE_URL, SMTP_URL, MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com' });
  try {
    await vi.waitFor(() => expect(product.logs()).toContain('SMTP_URL: mail server could not be reached'));
  } finally {
    await product.stop();
  }
});

describe('a document store that cannot be used', { timeout: 90_000 }, () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let silent: Awaited<ReturnType<typeof startSilentServer>>;
  beforeAll(async () => {
    [s3, silent] = await Promise.all([startS3Server(), startSilentServer()]);
  });
  afterAll(() => Promise.all([s3?.stop(), silent?.stop()]));

  const settings = (over: Record<string, string> = {}) => ({
    DATABASE_URL,
    S3_BUCKET: 'documents',
    S3_ENDPOINT: s3.settings.endpoint!,
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    S3_FORCE_PATH_STYLE: 'true',
    AWS_EC2_METADATA_DISABLED: 'true', // or it is looked for on the network of the machine that tests
    ...over,
  });
  const endOf = async (env: Record<string, string>) => {
    const error = await startProduct(env).then(
      (product) => product.stop().then(() => new Error('it started')),
      (ended: Error) => ended,
    );
    return error.message.split('\n').slice(1).filter(Boolean);
  };

  it.each([
    ['keys', () => ({ S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }), /^S3_ACCESS_KEY_ID: /],
    ['a bucket', () => ({ S3_BUCKET: 'other' }), /^S3_BUCKET: /],
    ['a server', () => ({ S3_ENDPOINT: 'http://127.0.0.1:9' }), /^S3_ENDPOINT: /],
    ['an answer', () => ({ S3_ENDPOINT: `http://127.0.0.1:${silent.port}` }), /^S3_ENDPOINT: /],
  ])('for want of %s stops the start with one line that names the variable', async (_, over, line) => {
    const said = await endOf(settings(over()));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(line);
  });

  it('later is told by the system status and by /readyz, which stays 200; nothing of the try is left behind', async () => {
    const own = await startS3Server();
    const product = await startProduct(settings({ S3_ENDPOINT: own.settings.endpoint! }));
    try {
      const { ask } = await visitAs(product, database.sql, 'editor');
      const status = async () => (await ask(paths.admin.dashboard)).text();
      expect(await status()).toContain('All systems operational');
      expect(await own.keys()).toEqual([]);
      await own.stop();
      expect(await status()).toContain('The document store is not responding');
      const ready = await fetch(`${product.url}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([200, 'ready, but the document store does not answer\n']);
    } finally {
      await product.stop();
    }
  });

  it('that is slow keeps nobody waiting who wants something else', async () => {
    const slow = await startFaultProxy(Number(new URL(s3.settings.endpoint!).port));
    const product = await startProduct(settings({ S3_ENDPOINT: `http://127.0.0.1:${slow.port}` }));
    try {
      await add(database.sql, 'pdf_documents', [{ file_path: 'slow.pdf', title: 'Slow Plan' }]);
      const about = async () => (await fetch(product.url + paths.about)).text();
      await expect.poll(about, { timeout: 20_000 }).toContain('Slow Plan');
      slow.behave({ kind: 'black-hole' });
      const downloads = Array.from(
        { length: 16 },
        async () => (await fetch(product.url + paths.document('slow.pdf'))).status,
      );
      const form = sleep(500).then(() => fetch(product.url + paths.contactForm));
      expect(await Promise.race([form.then(() => 'the form'), Promise.race(downloads).then(() => 'a document')])).toBe(
        'the form',
      );
      expect(new Set(await Promise.all(downloads))).toEqual(new Set([503]));
    } finally {
      await product.stop();
      await slow.stop();
    }
  });
});
