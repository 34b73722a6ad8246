import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectLed } from '../support/expect-page.ts';
import { forTest } from '../support/for-test.ts';
import { fillLimits } from '../support/accounts.ts';
import { softPasskey, type SoftPasskey } from '../support/authenticator.ts';
import { testSite } from '../support/database.ts';
import { hostileBodies, RUNS } from '../support/hostile-forms.ts';
import { startApp } from '../support/app.ts';
import { freePort } from '../support/product.ts';
import { asker, cookieOf, PASSWORD, send, visitAs, type Visitor } from '../support/visitor.ts';

// Passkeys do not work on IP addresses, so this site has a host name.
const PORT = String(await freePort());
const site = { url: `http://localhost:${PORT}` };
const { sql, url: DATABASE_URL } = await testSite({ PORT, APP_URL: site.url });
beforeEach(async () => void (await sql('delete from rate_limits')));

type Options = { challenge: string; user: { id: string; name: string }; excludeCredentials: { id: string }[] };
type Told = { options: Options; problem?: string; errors?: Record<string, string[]> };
interface Owner extends Visitor {
  passkey: SoftPasskey;
  handle: string;
}

const { passkeys, passkeySignIn, removePasskey } = paths.admin;
const intent = 'begin';
const post = ({ ask }: Pick<Visitor, 'ask'>, address: string, fields?: Record<string, string>) =>
  send(ask, address, fields);
const told = async (answer: Response) => (await answer.json()) as Told;
const anybody = () => ({ ask: asker(site, '') });
const asked = ({ challenge }: { challenge: string }, origin = site.url) => ({ challenge, origin });

const beginAdding = async (who: Visitor, name = 'Phone') =>
  (await told(await post(who, passkeys, { intent, name }))).options;
const beginSignIn = async () => (await told(await post(anybody(), passkeySignIn, { intent }))).options;
const add = (who: Visitor, credential: string) => post(who, passkeys, { intent: 'end', credential });
const signIn = (credential: string) => post(anybody(), passkeySignIn, { intent: 'end', credential });
const passkeysOf = (accountId: number) => sql('select * from passkeys where account_id = $1 order by id', [accountId]);
const activitiesOf = (who: string) =>
  sql.column<string>('select what from activities where who = $1 order by id', [who]);

async function owner(): Promise<Owner> {
  const visitor = await visitAs(site, sql, 'editor');
  const options = await beginAdding(visitor);
  const passkey = softPasskey(options.user.id);
  expect((await add(visitor, passkey.make(asked(options)))).status).toBe(200);
  return { ...visitor, passkey, handle: options.user.id };
}
const firstOf = async ({ accountId }: Visitor) => (await passkeysOf(accountId))[0] as { id: number };

describe('adding a passkey', () => {
  it('keeps what it needs, tells the owner, writes it down, and says nothing of the owner to the authenticator', async () => {
    const who = await visitAs(site, sql, 'viewer');
    const options = await beginAdding(who, ' Work laptop ');
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: who.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16);
    const passkey = softPasskey(options.user.id);
    expect((await add(who, passkey.make(asked(options)))).status).toBe(200);
    expect(await passkeysOf(who.accountId)).toMatchObject([
      { credential_id: passkey.id, name: 'Work laptop', counter: '1', transports: ['internal', 'hybrid'] },
    ]);
    expect(await activitiesOf(who.email)).toContain('Added a passkey of their own');
    expect(await sql('select kind from staff_mails where email = $1', [who.email])).toEqual([{ kind: 'passkeyAdded' }]);
    const again = await beginAdding(who);
    expect(again.user.id).toBe(options.user.id);
    expect(again.excludeCredentials).toMatchObject([{ id: passkey.id }]);
  });

  it.each<[string, Parameters<SoftPasskey['make']>[1], string?]>([
    ['another site', {}, 'https://evil.example'],
    ['another name than the site’s', { rpId: 'evil.example' }],
    ['an authenticator that did not ask for finger, face or PIN', { isUnverified: true }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('refuses one from %s', async (_, change, origin) => {
    const who = await visitAs(site, sql, 'viewer');
    const options = await beginAdding(who);
    const answer = await add(who, softPasskey(options.user.id).make(asked(options, origin), change));
    expect([answer.status, (await told(answer)).problem]).toEqual([400, expect.stringContaining('could not be added')]);
    expect(await passkeysOf(who.accountId)).toEqual([]);
  });

  it('refuses a challenge that is used, older than 5 minutes, another’s, for a sign-in, or invented', async () => {
    const who = await owner();
    const spent = await beginAdding(who);
    await add(who, softPasskey(who.handle).make(asked(spent), { isUnverified: true }));
    const old = await beginAdding(who);
    await sql(`update account_tokens set expires_at = now() where purpose = 'passkey'`);
    const others = await beginAdding(await visitAs(site, sql, 'viewer'));
    for (const options of [spent, old, others, await beginSignIn(), { challenge: 'A'.repeat(43) }])
      expect((await add(who, softPasskey(who.handle).make(asked(options)))).status).toBe(400);
    expect(await passkeysOf(who.accountId)).toHaveLength(1);
    const other = await visitAs(site, sql, 'viewer'); // with a passkey that another account has
    expect((await add(other, who.passkey.make(asked(await beginAdding(other))))).status).toBe(400);
    expect(await passkeysOf(other.accountId)).toEqual([]);
  });

  it('is begun at most 30 times in 3 minutes', async () => {
    const who = await owner();
    await fillLimits(sql, 30);
    expect((await post(who, passkeys, { intent, name: 'Phone', password: PASSWORD })).status).toBe(429);
  });

  it('asks for a name, and for the password when it was given more than 10 minutes ago', async () => {
    const who = await visitAs(site, sql, 'viewer');
    const refused = async (fields: Record<string, string>) => {
      const answer = await post(who, passkeys, { intent, ...fields });
      return [answer.status, (await told(answer)).errors];
    };
    expect(await refused({ name: ' ' })).toEqual([400, { name: ['Please give it a name'] }]);
    await sql(`update sessions set password_at = now() - interval '11 minutes' where account_id = $1`, [who.accountId]);
    const isWrong = [400, { password: ['This is not your current password'] }];
    expect(await refused({ name: 'Phone', password: 'wrong' })).toEqual(isWrong);
    const right = await post(who, passkeys, { intent, name: 'Phone', password: PASSWORD });
    expect((await told(right)).options.challenge).toHaveLength(43);
    expect((await beginAdding({ ...who, ask: asker(site, cookieOf(right)) })).challenge).toHaveLength(43); // the password was just entered
  });

  it('ends at 20', async () => {
    const who = await visitAs(site, sql, 'viewer');
    await sql(
      `insert into passkeys (account_id, credential_id, public_key, counter, name)
       select $1::int, 'many-' || n, 'x', 0, 'Phone' from generate_series(1, 20) n`,
      [who.accountId],
    );
    const answer = await post(who, passkeys, { intent, name: 'Phone' });
    expect([answer.status, (await told(answer)).problem]).toEqual([409, expect.stringContaining('20 passkeys')]);
  });
});

describe('signing in with a passkey', () => {
  it('lets in without a password, which is asked for again before the account’s protection is changed', async () => {
    const { email, accountId, passkey } = await owner();
    const answer = await signIn(passkey.sign(asked(await beginSignIn()), { counter: 2 }));
    expect([answer.status, await answer.json()]).toEqual([200, { to: paths.admin.dashboard }]);
    const who = { ask: asker(site, cookieOf(answer)) };
    expect((await who.ask(paths.admin.dashboard)).status).toBe(200);
    expect(await activitiesOf(email)).toContain('Signed in with a passkey');
    const [kept] = await passkeysOf(accountId);
    expect(kept).toMatchObject({ counter: '2', last_used_at: expect.any(Date) as Date });
    expect((await post(who, passkeys, { intent, name: 'Phone' })).status).toBe(400);
  });

  it.each<[string, Parameters<SoftPasskey['sign']>[1], string?]>([
    ['from another site', {}, 'https://evil.example'],
    ['for another name than the site’s', { rpId: 'evil.example' }],
    ['without finger, face or PIN', { isUnverified: true }],
    ['with a count that has not grown', { counter: 1 }],
    ['with another account’s handle', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['that is for adding one', { type: 'webauthn.create' }],
  ])('refuses a signature %s', async (_, change, origin) => {
    const { email, passkey } = await owner();
    const answer = await signIn(passkey.sign(asked(await beginSignIn(), origin), { counter: 2, ...change }));
    expect([answer.status, cookieOf(answer)]).toEqual([401, '']);
    expect((await told(answer)).problem).toMatch(/not accepted/);
    expect(await activitiesOf(email)).toContain('Gave a passkey that was not accepted');
  });

  it('refuses a challenge that is used, older than 5 minutes, for adding, or invented', async () => {
    const who = await owner();
    const { passkey } = who;
    const spent = await beginSignIn();
    expect((await signIn(passkey.sign(asked(spent), { counter: 2 }))).status).toBe(200);
    const old = await beginSignIn();
    await sql(`update account_tokens set expires_at = now() where purpose = 'passkey'`);
    for (const options of [spent, old, await beginAdding(who), { challenge: 'A'.repeat(43) }])
      expect((await signIn(passkey.sign(asked(options), { counter: 3 }))).status).toBe(401);
  });

  it('takes one of two signatures with the same count, and the same one once', async () => {
    const { passkey, accountId } = await owner();
    const options = [await beginSignIn(), await beginSignIn()];
    const twice = options.map((each) => signIn(passkey.sign(asked(each), { counter: 2 })));
    const statuses = async (answers: Promise<Response>[]) =>
      (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(await statuses(twice)).toEqual([200, 401]);
    const signed = passkey.sign(asked(await beginSignIn()), { counter: 3 });
    expect(await statuses([signIn(signed), signIn(signed)])).toEqual([200, 401]);
    expect(await passkeysOf(accountId)).toMatchObject([{ counter: '3' }]);
  });

  it('reads the same for a passkey that is unknown, removed, or of a deactivated account', async () => {
    const [deactivated, removed] = [await owner(), await owner()];
    await sql('update accounts set deactivated_at = now() where id = $1', [deactivated.accountId]);
    expect((await post(removed, removePasskey((await firstOf(removed)).id))).status).toBe(303);
    const texts = new Set<string>();
    for (const passkey of [deactivated.passkey, removed.passkey, softPasskey(removed.handle)]) {
      const answer = await signIn(passkey.sign(asked(await beginSignIn()), { counter: 2 }));
      expect([answer.status, cookieOf(answer)]).toEqual([401, '']);
      texts.add(await answer.text());
    }
    expect(texts.size).toBe(1);
    expect(await activitiesOf(deactivated.email)).toContain('Gave a passkey of a deactivated account');
  });

  it('is refused after 10 failures in 3 minutes, right or wrong', async () => {
    const { passkey } = await owner();
    expect((await signIn('{}')).status).toBe(401);
    await fillLimits(sql);
    const answer = await signIn(passkey.sign(asked(await beginSignIn()), { counter: 2 }));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '180']);
    for (let n = 0; n < 3; n++) expect((await signIn('{}')).status).toBe(429);
    expect(await sql("select who from activities where kind = 'sign-in-refused' and what like 'Had%'")).toHaveLength(1);
    await fillLimits(sql, 30);
    expect((await post(anybody(), passkeySignIn, { intent })).status).toBe(429);
  });
});

describe('the own passkeys', () => {
  it('are listed and removed without JavaScript, with the password where it is asked for', async () => {
    const who = await owner();
    const { id } = await firstOf(who);
    expect(await (await who.ask(paths.admin.account)).text()).toMatch(/>Phone<\/p>/);
    await sql('update sessions set password_at = null where account_id = $1', [who.accountId]);
    for (const password of ['', 'wrong']) expect((await post(who, removePasskey(id), { password })).status).toBe(400);
    await expectLed(post(who, removePasskey(id), { password: PASSWORD }), paths.admin.account);
    expect(await passkeysOf(who.accountId)).toEqual([]);
    expect(await activitiesOf(who.email)).toContain('Removed a passkey of their own');
    const mails = await sql.column('select kind from staff_mails where email = $1 order by kind', [who.email]);
    expect(mails).toEqual(['passkeyAdded', 'passkeyRemoved']);
  });

  it('are nobody else’s to see or remove', async () => {
    const [who, other] = [await owner(), await visitAs(site, sql, 'admin')];
    const { id } = await firstOf(who);
    expect((await other.ask(removePasskey(id))).status).toBe(404);
    expect((await post(other, removePasskey(id))).status).toBe(404);
    expect(await passkeysOf(who.accountId)).toMatchObject([{ name: 'Phone' }]);
    await sql('delete from accounts where id = $1', [who.accountId]); // takes the passkeys with it
    expect(await passkeysOf(who.accountId)).toEqual([]);
  });
});

it('whatever is posted is answered without a 5xx, and adds and lets in nobody', async () => {
  const who = await owner();
  const made = softPasskey(who.handle).make({ challenge: 'A'.repeat(43), origin: site.url });
  const signed = who.passkey.sign({ challenge: 'A'.repeat(43), origin: site.url });
  const targets: [string, Record<string, string>][] = [
    [passkeys, { intent, name: 'Phone' }],
    [passkeys, { intent: 'end', credential: made }],
    [passkeySignIn, { intent: 'end', credential: signed }],
    [passkeySignIn, { intent: 'end', credential: made }],
    [passkeySignIn, { intent: 'end', credential: signed.replace(/"signature":"[^"]+"/, '"signature":["x"]') }],
    [passkeySignIn, { intent }],
  ];
  for (const [address, fields] of targets) {
    await fc.assert(
      fc.asyncProperty(hostileBodies(fields), async ({ contentType, body }) => {
        const headers = { ...(contentType ? { 'Content-Type': contentType } : {}) };
        const answer = await who.ask(address, { method: 'POST', body, headers });
        expect(answer.status).toBeLessThan(500);
        expect(cookieOf(answer)).not.toContain('session=');
      }),
      { numRuns: RUNS },
    );
  }
  expect(await passkeysOf(who.accountId)).toHaveLength(1);
});

it('a site under an IP address has no passkeys, and says nothing of them', async () => {
  const plain = forTest(await startApp({ DATABASE_URL }));
  const who = await visitAs(plain, sql, 'viewer');
  expect(await (await who.ask(paths.admin.account)).text()).not.toContain('Passkeys');
  expect(await (await asker(plain, '')(paths.admin.login)).text()).not.toMatch(/hasPasskeys.{1,20}true/);
  for (const intent of ['begin', 'end']) {
    const fields = { intent, name: 'Phone', credential: '{}' };
    expect((await post(who, passkeys, fields)).status).toBe(404);
    expect((await post({ ask: asker(plain, '') }, passkeySignIn, fields)).status).toBe(404);
  }
});
