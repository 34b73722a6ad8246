import { argon2Sync, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import {
  asker,
  cookieOf,
  makeAccount,
  PASSWORD,
  send,
  sendLogin,
  visitByPassword,
  type Ask,
} from '../support/visitor.ts';

const { site: product, sql } = await testSite();
beforeEach(async () => void (await sql('delete from rate_limits')));

const change = (ask: Ask, currentPassword: string, newPassword: string) =>
  send(ask, paths.admin.account, { currentPassword, newPassword });
const statusOf = async (ask: Ask) => (await ask(paths.admin.dashboard)).status;

describe('a new password', () => {
  it.each([
    ['seven tall cranes lift 9 t', 'This is not your current password', 'not my password'],
    ['Ab1!xyz', 'Password must be at least 8 characters', PASSWORD],
    ['x1'.repeat(65), 'Password must be at most 128 characters', PASSWORD],
    ['', 'Please enter a new password', PASSWORD],
  ])('%j is refused: %s', async (newPassword, why, current) => {
    const { ask } = await visitByPassword(product, sql, 'viewer');
    const answer = await change(ask, current, newPassword);
    expect([answer.status, cookieOf(answer), await statusOf(ask)]).toEqual([400, '', 200]);
    const page = await answer.text();
    expect(page).toContain(why);
    expect(page).toContain('<title>Error: ');
    expect(page).not.toContain(`value="${current}"`);
  });

  it('is refused when it is a common one, or made of what is on the site and of the account’s own address', async () => {
    await sql("update page_content set content_value = 'Zimbroslav & Quenthold' where section_key = 'company_name'");
    const { ask, email } = await visitByPassword(product, sql, 'viewer');
    for (const easy of [
      'PassWord2026!',
      'Safetyrigging1',
      'Safety Rigging & Lifting Services!',
      'SafetyRiggingandLiftingServices2026',
      'L1fting!S3rvices',
      'Trinidad2026!',
      'Zimbroslav-Quenthold',
      `${email.split('@')[0]}!`,
    ]) {
      const answer = await change(ask, PASSWORD, easy);
      expect([easy, answer.status]).toEqual([easy, 400]);
      expect(await answer.text()).toContain('This password is too easy to guess');
    }
  });

  it('is taken in any script, of 8 characters or 128; every other session ends, and this one gets new tokens', async () => {
    const { email, ask } = await visitByPassword(product, sql, 'viewer');
    const other = asker(product, cookieOf(await sendLogin(product, email, PASSWORD)));
    let [now, last] = [ask, PASSWORD];
    const long = String.fromCodePoint(...Array.from({ length: 128 }, (_, i) => 0x410 + ((i * 37) % 61)));
    for (const next of ['h8#kQ2!z', '🏗️ кран 7', 'seven tall cranes', long]) {
      const answer = await change(now, last, next);
      expect([next, answer.status, answer.headers.get('location')]).toEqual([next, 303, paths.admin.account]);
      expect(await statusOf(now)).toBe(302);
      [now, last] = [asker(product, cookieOf(answer)), next];
      expect(await statusOf(now)).toBe(200);
    }
    expect(await statusOf(other)).toBe(302);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(401);
    expect((await sendLogin(product, email, long)).status).toBe(303);
  });

  it('cannot be used to find the old one', async () => {
    const { ask } = await visitByPassword(product, sql, 'viewer');
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push((await change(ask, 'wrong', 'seven tall cranes lift 9 t')).status);
    expect(tries).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

it('a hash of another cost signs in, and is one of today’s from then on', async () => {
  const { email } = await makeAccount(sql, 'viewer');
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
