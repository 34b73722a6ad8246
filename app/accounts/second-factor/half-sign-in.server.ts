import { findApp, type App } from '#db/app.ts';
import { Account } from '#db/entities/account.ts';
import { SecondFactor } from '#db/entities/second-factor.ts';
import type { EntityManager } from '#db/orm.ts';
import { signedCookie } from '../../http/context.server.ts';
import { findToken, issueToken } from '../account-tokens.server.ts';
import type { Verified } from '../accounts.server.ts';
import { passwordMark } from '../passwords/password.server.ts';

const SECONDS = 600;

const findCookie = signedCookie('code', SECONDS);

/** Somebody who has given the right password and still owes the code. */
export interface HalfSignIn {
  token: string;
  accountId: number;
  email: string;
  /** How many codes have been tried. */
  tries: number;
}

/** What a half-done sign-in rests on; once any of it is another, the sign-in is worth nothing. */
const groundsOf = (passwordHash: string, factor: SecondFactor) => ({
  password: passwordMark(passwordHash),
  factor: new Date(factor.createdAt).toISOString(),
});

const factorOf = (em: EntityManager, account: number): Promise<SecondFactor | null> =>
  em.findOne(SecondFactor, { account }, { disableIdentityMap: true });

/**
 * Lets somebody who has given the right password go on to the code.
 * @returns the Set-Cookie line that lets the browser go on; null if the account has no second factor
 */
export async function startHalfSignIn(
  em: EntityManager,
  { id, email, passwordHash }: Verified & { email: string },
): Promise<string | null> {
  const factor = await factorOf(em, id);
  const facts = factor && groundsOf(passwordHash, factor);
  return (
    facts && findCookie(findApp(em)).serialize(await issueToken(em, 'code', { email, accountId: id, facts }, SECONDS))
  );
}

/** The half-done sign-in of a request; null if there is none, or none that is worth anything any more. */
export async function findHalfSignIn(em: EntityManager, request: Request): Promise<HalfSignIn | null> {
  const token = (await findCookie(findApp(em)).parse(request.headers.get('cookie'))) as unknown;
  const half = typeof token === 'string' && token ? await findToken(em, 'code', token) : null;
  if (!half?.account) return null;
  const { email, tries, facts } = half;
  const accountId = half.account.id;
  const account = await em.findOne(Account, { id: accountId, deactivatedAt: null }, { disableIdentityMap: true });
  const factor = await factorOf(em, accountId);
  const now = account && factor && groundsOf(account.passwordHash, factor);
  const isGood = now && now.password === facts.password && now.factor === facts.factor;
  return isGood ? { token: token as string, accountId, email, tries } : null;
}

/** The Set-Cookie line that ends it in the browser. */
export const noHalfSignIn = (app: App): Promise<string> => findCookie(app).serialize('', { maxAge: 0 });
