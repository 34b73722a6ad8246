import { beforeEach, describe, expect, it } from 'vitest';
import { resealFactors } from '#app/accounts/second-factor/second-factors.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { testSite } from '../support/database.ts';
import { mailsIn } from '../support/outbox.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { SESSION_SECRET } from '../support/product.ts';
import { totpCode, readSetUp, readRecoveryCodes, setUpFactor, wrongCode } from '../support/second-factor.ts';
import { openTestApp } from '../support/test-app.ts';
import { asker, cookieOf, PASSWORD, send, sendLogin, visitAs, type Ask, type Visitor } from '../support/visitor.ts';

const { site: product, sql, url: DATABASE_URL, connection } = await testSite();
const NEW = 'another secret for the tests of it';
const rotated = await openTestApp(connection, { SESSION_SECRET: `${NEW},${SESSION_SECRET}` });
beforeEach(() => sql('delete from rate_limits'));

const { admin } = paths;
const sessionsOf = (accountId: number) => sql('select id from sessions where account_id = $1', [accountId]);
const factorOf = (accountId: number) =>
  sql.row('select sealed, last_step from second_factors where account_id = $1', [accountId]);
const said = (question: string, email: string) => sql.column<string>(question, [email]);
const activitiesOf = (email: string) =>
  said("select kind || ': ' || what as said from activities where who = $1 order by id", email);
const mailsTo = (email: string) =>
  said("select kind as said from staff_mails where email = $1 and kind <> 'newDevice' order by created_at", email);
/** Makes the last password entry of all sessions of an account too old. */
const forgetPassword = (accountId: number) =>
  sql("update sessions set password_at = now() - interval '11 minutes' where account_id = $1", [accountId]);

interface Owner extends Visitor {
  key: string;
  codes: string[];
}
async function ownerAs(role: Role = 'viewer'): Promise<Owner> {
  const visitor = await visitAs(product, sql, role);
  return { ...visitor, ...(await setUpFactor(visitor.ask)) };
}

/** Enters the password in a new browser. @returns a client of the half-done sign-in */
async function half(email: string, from: Pick<RunningApp, 'url'> = product): Promise<Ask> {
  const answer = await expectLed(sendLogin(from, email, PASSWORD), admin.loginCode);
  return asker(from, cookieOf(answer));
}
const enter = (ask: Ask, code: string) => send(ask, admin.loginCode, { code });
async function expectIn(answer: Response): Promise<Ask> {
  expect([answer.status, answer.headers.get('location')]).toEqual([303, admin.dashboard]);
  const ask = asker(product, cookieOf(answer));
  expect((await ask(admin.account)).status).toBe(200);
  return ask;
}

describe('setting it up', () => {
  it('takes a code of the key that was shown, and shows ten recovery codes once', async () => {
    const { ask, accountId, email } = await visitAs(product, sql, 'viewer');
    expect(await markupOf(await ask(admin.account))).toContain('Off: your password alone signs you in.');
    const { key, codes } = await setUpFactor(ask);
    expect(new Set(codes).size).toBe(10);
    const account = await markupOf(await ask(admin.account));
    expect(account).toMatch(/On since<\/dt><dd><time[^>]*>\d/);
    expect(account).toMatch(/Recovery codes left<\/dt><dd>10</);
    expect(readRecoveryCodes(await (await ask(admin.secondFactor)).text())).toEqual([]);
    expect(await activitiesOf(email)).toContain('second-factor: Set up a second factor');
    expect(await mailsTo(email)).toEqual(['secondFactorSet']);
    const rows = await sql(
      `select row_to_json(f)::text || (select string_agg(c::text, ',') from recovery_codes c where c.account_id = f.account_id)
         as all from second_factors f where f.account_id = $1`,
      [accountId],
    );
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('with a wrong code shows the same key again, and sets nothing up', async () => {
    const { ask, accountId } = await visitAs(product, sql, 'viewer');
    const { key, sealed } = await readSetUp(await ask(admin.secondFactor));
    const wrong = { [wrongCode(key)]: 'This is not the code.', '': 'Please enter the code' };
    for (const [code, words] of Object.entries(wrong)) {
      const answer = await send(ask, admin.secondFactor, { intent: 'set-up', sealed, code });
      expect((await readSetUp(answer.clone())).key).toBe(key);
      await expectPage(answer, 400, words);
    }
    expect(await factorOf(accountId)).toBeUndefined();
    const [one, ...others] = totpCode(key);
    const code = `\u200b${String.fromCharCode(one!.charCodeAt(0) + 0xfee0)} ${others.join('\u2010')}`; // a wide digit
    expect((await send(ask, admin.secondFactor, { intent: 'set-up', sealed, code })).status).toBe(200);
  });

  it('shows codes to the form that is sent twice, since a browser drops the first answer, until one is used', async () => {
    const { ask, accountId, email } = await visitAs(product, sql, 'viewer');
    const { key, sealed } = await readSetUp(await ask(admin.secondFactor));
    const code = totpCode(key);
    const turnOn = (fields = {}) => send(ask, admin.secondFactor, { intent: 'set-up', sealed, code, ...fields });
    const answers = [...(await Promise.all([turnOn(), turnOn()])), await turnOn()];
    const shown = await Promise.all(answers.map(async (answer) => readRecoveryCodes(await answer.text())));
    expect(shown.map(({ length }) => length)).toEqual([10, 10, 10]);
    expect(await sql('select 1 from recovery_codes where account_id = $1', [accountId])).toHaveLength(10);
    expect(await mailsTo(email)).toEqual(['secondFactorSet']);
    const again = await half(email);
    for (const spent of [code, shown[0]![0]!, shown[1]![0]!]) expect((await enter(again, spent)).status).toBe(401);
    const refused = 'If you have not seen its recovery codes, make new ones';
    for (const given of [wrongCode(key), totpCode(key, 1)])
      await expectPage(turnOn({ code: given }), 409, refused, 'Make New Codes');
    await expectIn(await enter(again, shown[2]![0]!));
    await expectPage(turnOn(), 409, refused, 'Make New Codes');
  });

  it('takes no key but one that was shown to this account', async () => {
    const [one, other] = [await visitAs(product, sql, 'viewer'), await visitAs(product, sql, 'viewer')];
    const { key, sealed } = await readSetUp(await other.ask(admin.secondFactor));
    for (const given of [sealed, '', 'x', sealed.slice(0, -4)]) {
      const answer = send(one.ask, admin.secondFactor, { intent: 'set-up', sealed: given, code: totpCode(key) });
      await expectPage(answer, 400, 'This page was open for too long.');
    }
    expect(await factorOf(one.accountId)).toBeUndefined();
  });

  it('of two forms at the same time one is taken, and its key is the one that counts', async () => {
    const { ask, accountId, email } = await visitAs(product, sql, 'viewer');
    const shown = [await readSetUp(await ask(admin.secondFactor)), await readSetUp(await ask(admin.secondFactor))];
    const answers = await Promise.all(
      shown.map(({ key, sealed }) => send(ask, admin.secondFactor, { intent: 'set-up', sealed, code: totpCode(key) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sql('select 1 from recovery_codes where account_id = $1', [accountId])).toHaveLength(10);
    const { key } = shown[answers.findIndex(({ status }) => status === 200)]!;
    await expectIn(await enter(await half(email), totpCode(key, 1)));
    expect(await mailsTo(email)).toEqual(['secondFactorSet']);
  });
});

describe('the second step of a sign-in', () => {
  it('comes between the right password and the session', async () => {
    const { email, accountId, key } = await ownerAs();
    await sql('delete from sessions where account_id = $1', [accountId]);
    const login = await expectLed(sendLogin(product, email, PASSWORD), admin.loginCode);
    expect(login.headers.get('set-cookie')).toMatch(/^code=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const ask = asker(product, cookieOf(login));
    expect(await sessionsOf(accountId)).toEqual([]);
    expect((await ask(admin.dashboard)).headers.get('location')).toBe(admin.login);
    const page = await ask(admin.loginCode);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await markupOf(page)).toMatch(/<input[^>]*inputMode="numeric"[^>]*autoComplete="one-time-code"/i);
    await expectIn(await enter(ask, ` ${totpCode(key, 1).replace(/^.../, '$& ')} `));
    expect(await sessionsOf(accountId)).toHaveLength(1);
    expect((await activitiesOf(email)).at(-1)).toBe('sign-in: Signed in with the password and a code');
    expect((await enter(ask, totpCode(key, 1))).status).toBe(401); // the half-done sign-in is used up
    expect(await sql('select 1 from account_tokens where account_id = $1', [accountId])).toEqual([]);
  });

  it('cannot be opened without one', async () => {
    for (const cookie of ['', 'code=IngiCg%3D%3D.x']) {
      const ask = asker(product, cookie);
      expect((await ask(admin.loginCode)).headers.get('location')).toBe(admin.login);
      await expectPage(enter(ask, '123456'), 401, 'This sign-in has ended. Please sign in with your password again.');
    }
  });

  it('takes no code twice, not even at the same moment, nor the code of the set-up or an earlier one', async () => {
    const visitor = await visitAs(product, sql, 'viewer');
    const { key, sealed } = await readSetUp(await visitor.ask(admin.secondFactor));
    const first = totpCode(key);
    await send(visitor.ask, admin.secondFactor, { intent: 'set-up', sealed, code: first });
    expect((await enter(await half(visitor.email), first)).status).toBe(401);
    const next = totpCode(key, 1);
    const asks = await Promise.all([1, 2, 3, 4].map(() => half(visitor.email)));
    const answers = await Promise.all(asks.map((ask) => enter(ask, next)));
    // The others are refused, or end with 503 on a busy machine.
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await sessionsOf(visitor.accountId)).toHaveLength(2);
    const again = await half(visitor.email);
    await expectPage(enter(again, next), 401, /This code is wrong, or was used before\. \d tries are left\./);
    expect((await enter(again, first)).status).toBe(401);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { email, accountId, ask, codes } = await ownerAs();
    await expectIn(await enter(await half(email), codes[0]!.toLowerCase().replaceAll('-', ' ')));
    expect((await activitiesOf(email)).at(-1)).toBe('sign-in: Signed in with the password and a recovery code');
    expect((await enter(await half(email), codes[0]!)).status).toBe(401);
    const answers = await Promise.all([await half(email), await half(email)].map((each) => enter(each, codes[1]!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
    expect(await markupOf(await ask(admin.account))).toMatch(/Recovery codes left<\/dt><dd>8</);
    const other = await ownerAs();
    expect((await enter(await half(email), other.codes[0]!)).status).toBe(401);
    expect(await sql('select 1 from recovery_codes where account_id = $1', [accountId])).toHaveLength(8);
  });

  it('ends after five wrong codes, in a row or at once, and then asks for the password', async () => {
    const { email, key } = await ownerAs();
    const ask = await half(email);
    const wrong = wrongCode(key);
    for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is'])
      expect(await markupOf(enter(ask, wrong))).toContain(`${left} left`);
    const words = 'five wrong codes. Please sign in with your password again.';
    await expectPage(enter(ask, wrong), 401, words, `href="${admin.login}"`);
    expect((await enter(ask, totpCode(key, 1))).status).toBe(401);
    expect((await ask(admin.loginCode)).headers.get('location')).toBe(admin.login);
    await sql('delete from rate_limits');
    const atOnce = await half(email);
    await Promise.all(Array.from({ length: 8 }, () => enter(atOnce, wrong)));
    expect((await enter(atOnce, totpCode(key, 1))).status).toBe(401);
    expect(await activitiesOf(email)).toContain('sign-in-failed: Gave a wrong code');
  });

  it('has a limit for the account, ten wrong codes an hour, however often one starts again', async () => {
    const { email, key, codes } = await ownerAs();
    const wrong = wrongCode(key);
    for (let start = 0; start < 2; start++) {
      const ask = await half(email);
      for (let n = 0; n < 5; n++) expect((await enter(ask, wrong)).status).toBe(401);
    }
    const ask = await half(email);
    for (const code of [totpCode(key, 1), codes[0]!]) {
      const answer = await enter(ask, code);
      expect(answer.headers.get('retry-after')).toBe('3600');
      await expectPage(answer, 429, 'Please try again in an hour.');
    }
    expect((await activitiesOf(email)).at(-1)).toBe('sign-in-refused: Had tried too many codes');
    // Guesses elsewhere do not lock out a browser that has signed in before.
    await sql('delete from rate_limits');
    const lines = cookieOf(await enter(await half(email), codes[1]!)).split('; ');
    const known = lines.find((line) => line.startsWith('device='))!;
    for (let start = 0; start < 2; start++) {
      const guess = await half(email);
      for (let n = 0; n < 5; n++) await enter(guess, wrong);
    }
    const own = await sendLogin(product, email, PASSWORD, { Cookie: known });
    await expectIn(await enter(asker(product, `${known}; ${cookieOf(own)}`), codes[2]!));
  });

  it.each([
    ['a new password', `update accounts set password_hash = password_hash || 'x' where id = $1`],
    ['a deactivation', 'update accounts set deactivated_at = now() where id = $1'],
    ['ten minutes', `update account_tokens set expires_at = now() where account_id = $1`],
  ])('is worth nothing after %s', async (_, change) => {
    const { email, accountId, key } = await ownerAs();
    const ask = await half(email);
    await sql(change, [accountId]);
    expect((await ask(admin.loginCode)).headers.get('location')).toBe(admin.login);
    expect((await enter(ask, totpCode(key, 1))).status).toBe(401);
  });

  it('is void once the factor has changed', async () => {
    const { email, ask: owner, key } = await ownerAs();
    const ask = await half(email);
    expect((await send(owner, admin.secondFactorOff)).status).toBe(303);
    const another = await setUpFactor(owner);
    for (const code of [totpCode(key, 1), totpCode(another.key, 1)]) expect((await enter(ask, code)).status).toBe(401);
    await expectIn(await enter(await half(email), totpCode(another.key, 1)));
  });
});

describe('changing it', () => {
  it('asks for the password again when that was given more than ten minutes ago', async () => {
    const { ask, accountId } = await visitAs(product, sql, 'viewer');
    expect(await markupOf(await ask(admin.secondFactor))).not.toContain('name="password"');
    await forgetPassword(accountId);
    const shown = await ask(admin.secondFactor);
    expect(await markupOf(shown.clone())).toContain('name="password"');
    const { key, sealed } = await readSetUp(shown);
    const setUp = (password: Record<string, string>) =>
      send(ask, admin.secondFactor, { intent: 'set-up', sealed, code: totpCode(key), ...password });
    await expectPage(setUp({}), 400, 'Please enter your current password');
    const page = await expectPage(setUp({ password: 'wrong' }), 400, 'This is not your current password');
    expect(page).toMatch(/name="code"[^>]*value="\d{6}"/);
    expect(page).not.toContain('value="wrong"');
    expect(await factorOf(accountId)).toBeUndefined();
    const on = await setUp({ password: PASSWORD });
    expect(on.status).toBe(200);
    const again = asker(product, cookieOf(on)); // with the new tokens
    expect((await send(again, admin.secondFactor, { intent: 'codes' })).status).toBe(200); // the password was just entered
    await forgetPassword(accountId);
    for (const to of [admin.secondFactor, admin.secondFactorOff])
      expect((await send(again, to, { intent: 'codes' })).status).toBe(400);
    expect(await markupOf(await again(admin.secondFactorOff))).toContain('id="password-to-turn-off"');
    for (let n = 0; n < 10; n++) await send(again, admin.secondFactorOff, { password: `guess ${n}` });
    const refused = await send(again, admin.secondFactorOff, { password: PASSWORD });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '180']);
    expect(await factorOf(accountId)).toBeDefined();
  });

  it('makes new recovery codes, and the old ones stop working', async () => {
    const { ask, email, accountId, codes } = await ownerAs();
    const answers = await Promise.all([1, 2].map(() => send(ask, admin.secondFactor, { intent: 'codes' })));
    const made = await Promise.all(answers.map(async (answer) => readRecoveryCodes(await answer.text())));
    expect(made.map(({ length }) => length)).toEqual([10, 10]);
    expect(await sql('select 1 from recovery_codes where account_id = $1', [accountId])).toHaveLength(10);
    expect((await enter(await half(email), codes[0]!)).status).toBe(401);
    expect(await activitiesOf(email)).toContain('second-factor: Made new recovery codes');
  });

  it('turns it off, which the owner is told by mail', async () => {
    const { ask, email, accountId } = await ownerAs();
    expect(await markupOf(await ask(admin.secondFactorOff))).toContain('Your password alone will sign you in');
    await expectLed(send(ask, admin.secondFactorOff), admin.account);
    expect(await sql('select 1 from recovery_codes where account_id = $1', [accountId])).toEqual([]);
    expect((await sendLogin(product, email, PASSWORD)).headers.get('location')).toBe(admin.dashboard);
    expect((await activitiesOf(email)).at(-2)).toBe('second-factor: Turned the second factor off');
    expect(await mailsTo(email)).toEqual(['secondFactorSet', 'secondFactorRemoved']);
    expect((await ask(admin.secondFactorOff)).headers.get('location')).toBe(admin.secondFactor);
    expect((await send(ask, admin.secondFactor, { intent: 'codes' })).status).toBe(409);
    const mails = () => mailsIn(product.dataDir).filter((mail) => mail.includes(`To: ${email}`));
    for (const what of ['removed', 'set up'])
      await expect.poll(() => mails().join()).toContain(`\nSubject: Second factor ${what}:`);
  });
});

describe('resetting it for somebody else', () => {
  it('is for admins, says whose it is, and tells the owner', async () => {
    const { email, accountId } = await ownerAs();
    const boss = await visitAs(product, sql, 'admin');
    const address = admin.resetSecondFactor(accountId);
    expect(await markupOf(await boss.ask(address))).toContain(`reset the second factor of ${email}?`);
    await expectLed(send(boss.ask, address), admin.staff);
    expect(await factorOf(accountId)).toBeUndefined();
    expect((await activitiesOf(boss.email)).at(-1)).toBe(`second-factor: Reset the second factor of ${email}`);
    expect(await mailsTo(email)).toEqual(['secondFactorSet', 'secondFactorRemoved']);
    expect((await sendLogin(product, email, PASSWORD)).headers.get('location')).toBe(admin.dashboard);
    await expectPage(send(boss.ask, address), 409, `${email} has no second factor.`);
    expect((await send(boss.ask, admin.resetSecondFactor(2_000_000_000))).status).toBe(404);
  });

  it("is no way around the password for one's own", async () => {
    const { ask, accountId } = await ownerAs('admin');
    await forgetPassword(accountId);
    await expectPage(send(ask, admin.resetSecondFactor(accountId)), 409, 'under Account');
    expect(await factorOf(accountId)).toBeDefined();
  });
});

it('it survives a rotation of the secret: it is sealed again, also without a sign-in', async () => {
  const { email, accountId, key, codes } = await ownerAs();
  const before = await factorOf(accountId);
  await resealFactors(forkEntityManager(rotated));
  expect((await factorOf(accountId))!.sealed).not.toBe(before!.sealed);
  await sql('update second_factors set last_step = 0 where account_id = $1', [accountId]); // the next code takes 30 s
  const alone = await startApp({ DATABASE_URL, SESSION_SECRET: NEW });
  expect((await enter(await half(email, alone), totpCode(key))).status).toBe(303);
  await alone.stop();
  expect((await enter(await half(email), totpCode(key, 1))).status).toBe(401); // the first process cannot open this key
  await expectIn(await enter(await half(email), codes[0]!));
});
