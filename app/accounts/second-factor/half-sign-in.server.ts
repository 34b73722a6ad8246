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

/** Reads the facts whose change ends a half-done sign-in. @returns null without a second factor */
async function readDependencies(em: EntityManager, account: number, passwordHash: string) {
  const factor = await em.findOne(SecondFactor, { account }, { disableIdentityMap: true });
  return factor && { password: passwordMark(passwordHash), factor: new Date(factor.createdAt).toISOString() };
}

/** @returns a Set-Cookie line; null without a second factor */
export async function startHalfSignIn(em: EntityManager, { id, email, passwordHash }: Verified & { email: string }) {
  const facts = await readDependencies(em, id, passwordHash);
  return (
    facts && findCookie(findApp(em)).serialize(await issueToken(em, 'code', { email, accountId: id, facts }, SECONDS))
  );
}

/** Finds the sign-in that has given the right password and still needs a code. */
export async function findHalfSignIn(em: EntityManager, request: Request) {
  const token = (await findCookie(findApp(em)).parse(request.headers.get('cookie'))) as unknown;
  const half = typeof token === 'string' && token ? await findToken(em, 'code', token) : null;
  if (!half?.account) return null;
  const { email, tries, facts } = half;
  const { id } = half.account;
  const account = await em.findOne(Account, { id, deactivatedAt: null }, { disableIdentityMap: true });
  const now = account && (await readDependencies(em, id, account.passwordHash));
  const isGood = now && now.password === facts.password && now.factor === facts.factor;
  return isGood ? { token: token as string, id, email, tries } : null;
}

export const endHalfSignIn = (app: App): Promise<string> => findCookie(app).serialize('', { maxAge: 0 });
