import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { addToken, makeWeakHash } from '../support/accounts.ts';
import { testSite } from '../support/database.ts';
import { asker, cookieOf, makeAccount, PASSWORD, send, sendLogin, visitAs, type Ask } from '../support/visitor.ts';

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
    const { ask } = await visitAs(product, sql, 'viewer');
    const answer = await change(ask, current, newPassword);
    expect([cookieOf(answer), await statusOf(ask)]).toEqual(['', 200]);
    expect(await expectPage(answer, 400, why, '<title>Error: ')).not.toContain(`value="${current}"`);
  });

  it.each([
    ['a common one, in any case of letters, with a year', () => 'PassWord2026!'],
    ['its whole name as one word', () => 'SafetyRiggingandLiftingServices2026'],
    ['its words, spelt in digits and signs', () => 'L1fting!S3rvices'],
    ['made of words that staff have put on the site', () => 'Zimbroslav-Quenthold'],
    ['made of the account’s own address', (email: string) => `${email.split('@')[0]}!`],
  ])('is refused when it is %s', async (_, easy) => {
    await sql("update page_content set content_value = 'Zimbroslav & Quenthold' where section_key = 'company_name'");
    const { ask, email } = await visitAs(product, sql, 'viewer');
    await expectPage(change(ask, PASSWORD, easy(email)), 400, 'This password is too easy to guess');
  });

  it.each([
    ['8 characters at random', 'h8#kQ2!z'],
    ['128 characters', String.fromCodePoint(...Array.from({ length: 128 }, (_, i) => 0x410 + ((i * 37) % 61)))],
  ])('is taken when it is %s; other sessions and links end, and the owner is told', async (_, good) => {
    const { accountId, email, ask } = await visitAs(product, sql, 'viewer');
    await addToken(sql, 'reset', { accountId, email });
    const other = asker(product, cookieOf(await sendLogin(product, email, PASSWORD)));
    const answer = await expectLed(change(ask, PASSWORD, good), paths.admin.account);
    expect(await sql('select 1 from account_tokens where email = $1', [email])).toEqual([]);
    expect(await sql.column('select kind from staff_mails where email = $1', [email])).toEqual(['newPassword']);
    const said = 'select kind, what from activities where who = $1 order by id desc limit 1';
    expect(await sql(said, [email])).toEqual([{ kind: 'password', what: 'Changed their own password' }]);
    const now = asker(product, cookieOf(answer));
    expect([await statusOf(ask), await statusOf(other), await statusOf(now)]).toEqual([302, 302, 200]);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(401);
    expect((await sendLogin(product, email, good)).status).toBe(303);
  });
});

it('a hash of another cost signs in, and is one of today’s from then on', async () => {
  const { email } = await makeAccount(sql, 'viewer');
  const older = makeWeakHash(PASSWORD);
  await sql('update accounts set password_hash = $2 where email = $1', [email, older]);
  const hash = () => sql.value<string>('select password_hash from accounts where email = $1', [email]);
  expect((await sendLogin(product, email, 'not the password')).status).toBe(401);
  expect(await hash()).toBe(older);
  expect((await sendLogin(product, email, PASSWORD)).status).toBe(303);
  expect(await hash()).toContain('$m=19456,t=2,p=1$');
  expect((await sendLogin(product, email, PASSWORD)).status).toBe(303);
});
