import { createHash, randomUUID } from 'node:crypto';
import { z } from '../../forms/zod.ts';
import { signedCookie } from '../../http/cookies.server.ts';

// OWASP, 'Slow down online guessing attacks with device cookies': whoever has signed in with a browser before is told
// from whoever guesses passwords elsewhere, so that guessers cannot lock the owner out.

const DAYS = 180;
const MOST_ACCOUNTS = 5; // of one browser

const cookie = signedCookie('device', DAYS * 86_400);

const known = z.array(z.object({ account: z.string(), device: z.string(), until: z.number() }));
const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22);

/** The accounts that have signed in with this browser, the latest first. A cookie outlives its date in other hands. */
async function knownAccounts(request: Request): Promise<z.infer<typeof known>> {
  if (!request.headers.get('cookie')?.includes(`${cookie.name}=`)) return [];
  const parsed = known.safeParse(await cookie.parse(request.headers.get('cookie')));
  return parsed.success ? parsed.data.filter(({ until }) => until > Date.now()) : [];
}

/** The name of this browser among those that have signed in to an account before; null if it has not. */
export async function findDevice(request: Request, email: string): Promise<string | null> {
  const accounts = await knownAccounts(request);
  return accounts.find(({ account }) => account === accountKey(email))?.device ?? null;
}

/** The Set-Cookie line by which this browser is known to the account from now on. */
export async function deviceCookie(request: Request, email: string): Promise<string> {
  const account = accountKey(email);
  const others = (await knownAccounts(request)).filter((known) => known.account !== account);
  const device = (await findDevice(request, email)) ?? randomUUID();
  const until = Date.now() + DAYS * 86_400_000;
  return cookie.serialize([{ account, device, until }, ...others].slice(0, MOST_ACCOUNTS));
}
