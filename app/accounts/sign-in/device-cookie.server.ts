import { createHash, randomUUID } from 'node:crypto';
import { z } from '../../schemas/zod.ts';
import { findApp, type App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { signedCookie } from '../../http/context.server.ts';
import { findAccount } from '../accounts.server.ts';
import { passwordMark } from '../passwords/password.server.ts';

// OWASP, 'Slow down online guessing attacks with device cookies': whoever has signed in with a browser before is told
// from whoever guesses passwords elsewhere, so that guessers cannot lock the owner out.

const DAYS = 180;
const MOST_ACCOUNTS = 5; // of one browser

const findCookie = signedCookie('device', DAYS * 86_400);

const known = z.array(
  z.object({ account: z.string(), device: z.string(), until: z.number(), password: z.optional(z.string()) }),
);
const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22);

/** The accounts that have signed in with this browser, the latest first. A cookie outlives its date in other hands. */
async function knownAccounts(app: App, request: Request): Promise<z.infer<typeof known>> {
  const cookie = findCookie(app);
  if (!request.headers.get('cookie')?.includes(`${cookie.name}=`)) return [];
  const parsed = known.safeParse(await cookie.parse(request.headers.get('cookie')));
  return parsed.success ? parsed.data.filter(({ until }) => until > app.clock.now()) : [];
}

/** What this browser carries of an account that it has signed in to, whatever its password was then. */
export const findKnown = async (app: App, request: Request, email: string) =>
  (await knownAccounts(app, request)).find(({ account }) => account === accountKey(email));

/**
 * The name of this browser among those that have signed in to an account with the password that it has now; null if it
 * has not.
 */
export async function findDevice(em: EntityManager, request: Request, email: string): Promise<string | null> {
  const known = await findKnown(findApp(em), request, email);
  const account = known?.password && (await findAccount(em, email));
  return account && passwordMark(account.passwordHash) === known.password ? known.device : null;
}

/** The Set-Cookie line by which this browser is known to the account from now on, until it gets another password. */
export async function deviceCookie(em: EntityManager, request: Request, email: string): Promise<string> {
  const account = accountKey(email);
  const others = (await knownAccounts(findApp(em), request)).filter((known) => known.account !== account);
  const device = (await findKnown(findApp(em), request, email))?.device ?? randomUUID();
  const until = findApp(em).clock.now() + DAYS * 86_400_000;
  const password = passwordMark((await findAccount(em, email))?.passwordHash ?? '');
  return findCookie(findApp(em)).serialize([{ account, device, until, password }, ...others].slice(0, MOST_ACCOUNTS));
}
