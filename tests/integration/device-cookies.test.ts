import { createCookie } from '@remix-run/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { hashPassword } from '#app/accounts/passwords/password.server.ts';
import { testSite } from '../support/database.ts';
import { SESSION_SECRET } from '../support/product.ts';
import { fillLimits } from '../support/accounts.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin } from '../support/visitor.ts';

// OWASP, device cookies: a browser that has signed in before is treated apart from guesses elsewhere.
const { site: product, sql } = await testSite({ TRUST_PROXY: '1' });
beforeEach(async () => void (await sql('delete from rate_limits')));

let lastAddress = 0;
const elsewhere = () => ({ 'X-Forwarded-For': `198.51.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}` });
const tryFrom = (email: string, password: string, headers: Record<string, string>) =>
  sendLogin(product, email, password, headers);
const statusFrom = async (...args: Parameters<typeof tryFrom>) => (await tryFrom(...args)).status;

/** Signs in and returns the cookie that identifies the device after signing out. */
async function signedInOnce(email: string, headers: Record<string, string> = elsewhere()): Promise<string> {
  const answer = await tryFrom(email, PASSWORD, headers);
  expect(answer.status).toBe(303);
  return cookieOf(answer)
    .split('; ')
    .find((part) => part.startsWith('device='))!;
}

async function guess(email: string, times: number, headers: () => Record<string, string>): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < times; n++) statuses.push(await statusFrom(email, `guess ${n}`, headers()));
  return statuses;
}

/** Counts as ten guesses. */
async function guessTenfold(email: string, headers = elsewhere()) {
  expect(await statusFrom(email, 'guess', headers)).toBe(401);
  await fillLimits(sql);
}

describe('guesses at one account from many addresses', () => {
  it('are refused after ten, and so is the right password: it is not checked', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    expect(await guess(email, 12, elsewhere)).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const [wrong, right] = [await tryFrom(email, 'wrong', elsewhere()), await tryFrom(email, PASSWORD, elsewhere())];
    expect([wrong.status, right.status]).toEqual([429, 429]);
    expect([right.headers.get('retry-after'), right.headers.getSetCookie()]).toEqual(['180', []]);
    const words = /role="alert"[^]*?<\/p>/;
    expect(words.exec(await right.text())![0]).toBe(words.exec(await wrong.text())![0]);
  });

  it('are refused alike for an email that has no account', async () => {
    await guessTenfold('nobody@example.com');
    expect(await statusFrom('nobody@example.com', 'guess', elsewhere())).toBe(429);
  });

  it('do not lock out the browser that has signed in before, not even from the guesser’s own address', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const device = await signedInOnce(email);
    const there = elsewhere();
    await guessTenfold(email, there);
    expect(await statusFrom(email, PASSWORD, there)).toBe(429);
    expect(await statusFrom(email, PASSWORD, { ...there, Cookie: device })).toBe(303);
  });
});

it('a flood of sign-ins from everywhere holds up neither a page nor a browser that has signed in before', async () => {
  const { email } = await makeAccount(sql, 'viewer');
  const device = await signedInOnce(email);
  let answered = 0;
  const flood = Array.from({ length: 90 }, (_, n) =>
    statusFrom(`nobody-${n}@example.com`, 'guess', elsewhere()).finally(() => answered++),
  );
  const answeredBefore = async (what: Promise<{ status: number }>) => [(await what).status, answered < 85]; // of 90
  const page = fetch(`${product.url}/contact-form?about=1`, { headers: elsewhere() });
  const known = tryFrom(email, PASSWORD, { ...elsewhere(), Cookie: device });
  expect((await Promise.all([page, known].map(answeredBefore))).flat()).toEqual([200, true, 303, true]);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
});

describe('the cookie of a browser that has signed in', () => {
  it('is signed, kept from scripts and other sites, holds no email and lasts half a year, signed in or not', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const answer = await tryFrom(email, PASSWORD, elsewhere());
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('device='))!;
    expect(line).toMatch(/; Max-Age=15552000; Path=\/; .*HttpOnly; SameSite=Lax/);
    const value = decodeURIComponent(/=([^;]*)/.exec(line)![1]!).split('.')[0]!;
    expect(Buffer.from(value, 'base64').toString()).not.toContain(email.split('@')[0]);
    const out = await asker(product, cookieOf(answer))(paths.logout, { method: 'POST' });
    expect(out.headers.getSetCookie().join()).not.toContain('device='); // it stays after signing out
  });

  it('counts for the accounts that have signed in with it, and for no other', async () => {
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => makeAccount(sql, 'viewer')));
    const both = await signedInOnce(two!.email, { ...elsewhere(), Cookie: await signedInOnce(one!.email) });
    for (const { email } of [one!, two!, other!]) await guessTenfold(email);
    const statuses = [];
    for (const { email } of [one!, two!, other!])
      statuses.push(await statusFrom(email, PASSWORD, { ...elsewhere(), Cookie: both }));
    expect(statuses).toEqual([303, 303, 429]);
  });

  it('cannot be forged, and expires on its date', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const device = await signedInOnce(email);
    await guessTenfold(email);
    const forged = device.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`);
    expect(await statusFrom(email, PASSWORD, { ...elsewhere(), Cookie: forged })).toBe(429);
    expect(await statusFrom(email, PASSWORD, { ...elsewhere(), Cookie: 'device=W10%3D.x' })).toBe(429);
    const ours = createCookie('device', { secrets: [SESSION_SECRET] });
    const cookieUntil = async (until: number) => {
      const accounts = (await ours.parse(device)) as { until: number }[];
      const [line] = (await ours.serialize(accounts.map((each) => ({ ...each, until })))).split(';');
      return line!;
    };
    const expired = { ...elsewhere(), Cookie: await cookieUntil(Date.now() - 1000) };
    expect(await statusFrom(email, PASSWORD, expired)).toBe(429);
    const valid = { ...elsewhere(), Cookie: await cookieUntil(Date.now() + 60_000) };
    expect(await statusFrom(email, PASSWORD, valid)).toBe(303);
  });

  it('has a limit of its own, all of an account one together, and is worth nothing after another password', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const devices = [await signedInOnce(email), await signedInOnce(email), await signedInOnce(email)];
    const with_ = (n: number) => () => ({ ...elsewhere(), Cookie: devices[n]! });
    expect(await guess(email, 11, with_(0))).toEqual([...Array<number>(10).fill(401), 429]);
    expect(await statusFrom(email, PASSWORD, with_(0)())).toBe(429);
    expect(await statusFrom(email, PASSWORD, elsewhere())).toBe(303); // the account's own limit is separate
    expect(await guess(email, 10, with_(1))).toEqual(Array<number>(10).fill(401));
    expect(await statusFrom(email, PASSWORD, with_(2)())).toBe(429);
    await sql('delete from rate_limits');
    await sql('update accounts set password_hash = $1 where email = $2', [await hashPassword(PASSWORD), email]);
    await guessTenfold(email);
    expect(await statusFrom(email, PASSWORD, with_(2)())).toBe(429); // the account's own limit
  });
});
