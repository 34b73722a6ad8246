import { createHash, randomUUID } from 'node:crypto';
import { findApp, type App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { signedCookie } from '../../http/context.server.ts';
import { z } from '../../schemas/zod.ts';
import { findAccount } from '../accounts.server.ts';
import { passwordMark } from '../passwords/password.server.ts';
import { DAY_MS } from '../../time/local-time.ts';

// OWASP, 'Slow down online guessing attacks with device cookies': a browser that has signed in before has limits of its
// own, so that guessers elsewhere cannot lock the owner out.

const DAYS = 180;
const MOST_ACCOUNTS = 5; // in one browser

const findCookie = signedCookie('device', DAYS * 86_400);

const knownSchema = z.array(
  z.object({ account: z.string(), device: z.string(), until: z.number(), password: z.optional(z.string()) }),
);
const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22);

/** Reads the accounts in the cookie, the latest first. Checks their expiry, as a thief may keep the cookie. */
async function readKnown(app: App, request: Request): Promise<z.infer<typeof knownSchema>> {
  const parsed = knownSchema.safeParse(await findCookie(app).parse(request.headers.get('cookie')));
  return parsed.success ? parsed.data.filter(({ until }) => until > app.clock.now()) : [];
}

/** Finds an account in this browser's cookie, even if its password has changed since. */
export const findKnown = async (app: App, request: Request, email: string) =>
  (await readKnown(app, request)).find(({ account }) => account === accountKey(email));

/** The id of this browser, if it has signed in with the account's present password. */
export async function findDevice(em: EntityManager, request: Request, email: string): Promise<string | null> {
  const known = await findKnown(findApp(em), request, email);
  const account = known?.password && (await findAccount(em, email));
  return account && passwordMark(account.passwordHash) === known.password ? known.device : null;
}

/** Makes the Set-Cookie line by which the account knows the browser, until its password changes. */
export async function writeDeviceCookie(em: EntityManager, request: Request, email: string): Promise<string> {
  const app = findApp(em);
  const account = accountKey(email);
  const all = await readKnown(app, request);
  const others = all.filter((known) => known.account !== account);
  const device = all.find((known) => known.account === account)?.device ?? randomUUID();
  const until = app.clock.now() + DAYS * DAY_MS;
  const password = passwordMark((await findAccount(em, email))?.passwordHash ?? '');
  return findCookie(app).serialize([{ account, device, until, password }, ...others].slice(0, MOST_ACCOUNTS));
}
