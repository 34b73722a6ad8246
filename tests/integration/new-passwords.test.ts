import { argon2Sync, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { PASSWORD, sendLogin, visitByPassword } from '../support/visitor.ts';

const { site: product, sql, url: DATABASE_URL } = await testSite();

describe('a new password', () => {
  const tooEasy = 'This password is too easy to guess';
  const change = async (newPassword: string) => {
    const { ask } = await visitByPassword(product, sql, 'viewer');
    const body = new URLSearchParams({ currentPassword: PASSWORD, newPassword });
    return ask(paths.admin.account, { method: 'POST', body });
  };

  it.each([
    ['one character again and again', 'aaaaaaaa'],
    ['a common one with a year', 'Password2026!'],
    ['a season with a year', 'Summer2026!'],
    ['the company’s name', 'Safetyrigging1'],
    ['the company’s whole name', 'Safety Rigging & Lifting Services!'],
    ['the company’s whole name as one word', 'SafetyRiggingandLiftingServices2026'],
    ['the company’s words, spelt in digits and signs', 'L1fting!S3rvices'],
    ['a row of keys', 'qwertyuiop1'],
    ['a place with a year', 'Trinidad2026!'],
  ])('is refused when it is %s', async (_, easy) => {
    const answer = await change(easy);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(tooEasy);
  });

  it('is refused when it is made of the words that staff have put on the site', async () => {
    await sql("update page_content set content_value = 'Zimbroslav & Quenthold' where section_key = 'company_name'");
    expect(await (await change('Zimbroslav-Quenthold')).text()).toContain(tooEasy);
  });

  it('is refused when it is made of the account’s own address', async () => {
    const { email, ask } = await visitByPassword(product, sql, 'viewer');
    for (const newPassword of [email, `${email.split('@')[0]}!`]) {
      const body = new URLSearchParams({ currentPassword: PASSWORD, newPassword });
      expect(await (await ask(paths.admin.account, { method: 'POST', body })).text()).toContain(tooEasy);
    }
  });

  it.each([
    ['8 characters at random', 'h8#kQ2!z'],
    ['characters of any script', '🏗️ кран 7'],
    ['a few words', 'seven tall cranes'],
    ['128 characters', randomBytes(64).toString('hex')],
  ])('is taken when it is %s', async (_, good) => {
    expect((await change(good)).status).toBe(303);
  });

  it('is judged in the command line as well', async () => {
    const child = spawn(
      process.execPath,
      ['scripts/user.ts', 'add', 'x@example.com', '--role', 'viewer', '--password-stdin'],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          DATABASE_URL,
          SESSION_SECRET: 'for this test only',
        },
      },
    );
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    child.stdin.end('Safetyrigging1\n');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2);
    expect(said).toBe(`${tooEasy}. Please choose another.\n`);
    expect(await sql("select 1 from accounts where email = 'x@example.com'")).toEqual([]);
  });
});

it('a hash of another cost signs in, and is one of today’s from then on', async () => {
  const { email } = await visitByPassword(product, sql, 'viewer');
  const nonce = randomBytes(16);
  const cost = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, message: PASSWORD, nonce });
  const older = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`;
  await sql('update accounts set password_hash = $2 where email = $1', [email, older]);
  const hash = async () =>
    (await sql<{ password_hash: string }>('select password_hash from accounts where email = $1', [email]))[0]!
      .password_hash;
  expect((await sendLogin(product, email, 'not the password')).status).toBe(401);
  expect(await hash()).toBe(older);
  expect((await sendLogin(product, email, PASSWORD)).status).toBe(303);
  expect(await hash()).toContain('$m=19456,t=2,p=1$');
  expect((await sendLogin(product, email, PASSWORD)).status).toBe(303);
});
