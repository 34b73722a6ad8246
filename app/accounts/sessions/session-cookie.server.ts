import { raw } from '@mikro-orm/core';
import type { App } from '#db/app.ts';
import { signedCookie } from '../../http/context.server.ts';
import { hashToken, newToken } from '../account-tokens.server.ts';

const IDLE_DAYS = 7; // after which an unused session ends
const ABSOLUTE_DAYS = 30; // after which every session ends
const ACCESS_SECONDS = 3600;
/** SQL: whether a session `s` has not expired. */
export const HAS_NOT_ENDED = `s.refreshed_at > now() - make_interval(days => ${IDLE_DAYS}) and s.created_at > now() - make_interval(days => ${ABSOLUTE_DAYS})`;

type Tokens = Record<'accessToken' | 'refreshToken', string>;

const findCookie = signedCookie('session', ABSOLUTE_DAYS * 86_400);

/** `kept` is what the database stores: hashes, which expire by its clock. */
export function newTokens() {
  const tokens: Tokens = { accessToken: newToken(), refreshToken: newToken() };
  const kept = {
    accessToken: hashToken(tokens.accessToken),
    refreshToken: hashToken(tokens.refreshToken),
    expiresIn: ACCESS_SECONDS,
    expiresAt: raw<Date>('now() + make_interval(secs => ?)', [ACCESS_SECONDS]),
  };
  return { tokens, kept };
}

/** The Set-Cookie line with the tokens and their account, which is still needed when the session has ended. */
export const writeCookie = (app: App, tokens: Tokens, account: number): Promise<string> =>
  findCookie(app).serialize({ ...tokens, account });

export const clearCookie = (app: App): Promise<string> => findCookie(app).serialize('', { maxAge: 0 });

export async function readTokens(app: App, request: Request): Promise<(Tokens & { account?: number }) | null> {
  const tokens = (await findCookie(app).parse(request.headers.get('cookie'))) as Partial<Tokens> | null;
  const isWhole = typeof tokens?.accessToken === 'string' && typeof tokens.refreshToken === 'string';
  return isWhole ? (tokens as Tokens) : null;
}

/** Whether a request has session tokens, valid or not; makes no query. */
export const hasSessionCookie = (app: App, request: Request): boolean =>
  request.headers.get('cookie')?.includes(`${findCookie(app).name}=`) ?? false;

/** The account of a session cookie, even of an ended session; null if there was none, or after signing out. */
export const readCookieAccount = async (app: App, request: Request): Promise<number | null> =>
  (await readTokens(app, request))?.account ?? null;
