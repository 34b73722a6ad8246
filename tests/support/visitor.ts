import type { Role } from '#app/accounts/staff.schema.ts';
import { paths } from '#app/paths.ts';
import { makeAccount, PASSWORD } from './accounts.ts';
import { makeSession } from './session.ts';
import type { TestDatabase } from './test-postgres.ts';

export { makeAccount, PASSWORD };

export interface Visitor {
  /** Empty, like the cookie, for a visitor who is not signed in. */
  email: string;
  accountId: number;
  cookie: string;
  ask: Ask;
  get(path: string): Promise<Response>;
  /** Follows the redirect of an answer, with its notice. */
  after(answer: Response): Promise<Response>;
  post(path: string, form?: FormData | URLSearchParams | Record<string, string>): Promise<Response>;
}
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;
type Site = { url: string };

export const sendLogin = (site: Site, email: string, password: string, headers: Record<string, string> = {}) =>
  asker(site, '')(paths.admin.login, { method: 'POST', headers, body: new URLSearchParams({ email, password }) });

/** Sends a form as a page of the site does. */
export const send = (ask: Ask, to: string, fields: Record<string, string> | URLSearchParams = {}) =>
  ask(to, { method: 'POST', body: new URLSearchParams(fields) });

/** Undoes the last change, of one kind or of any. @returns the status of the answer */
export async function undoLast({ ask }: Pick<Visitor, 'ask'>, sql: TestDatabase['sql'], noun = '%'): Promise<number> {
  const revision = await sql.value<string>('select max(id)::text from revisions where noun like $1', [noun]);
  return (await send(ask, paths.admin.undo, { revision })).status;
}

export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

export const asker =
  (product: Site, cookie: string): Ask =>
  (path, init = {}) =>
    fetch(product.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Origin: product.url, ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
    });

export async function visitAs(product: Site, sql: TestDatabase['sql'], role?: Role | null): Promise<Visitor> {
  if (role === undefined) return visitor(product, { email: '', accountId: 0 }, '');
  const account = await makeAccount(sql, role);
  return visitor(product, account, `session=${await makeSession(sql, account.accountId, role)}`);
}

/** Signs in by the login form, which also writes the activity log and makes the browser known. */
export async function visitByPassword(product: Site, sql: TestDatabase['sql'], role: Role | null): Promise<Visitor> {
  const account = await makeAccount(sql, role);
  const answer = await sendLogin(product, account.email, PASSWORD);
  const cookie = cookieOf(answer);
  if (answer.status !== 303 || !cookie) throw new Error(`could not sign in: ${answer.status}`);
  return visitor(product, account, cookie);
}

function visitor(product: Site, who: Pick<Visitor, 'email' | 'accountId'>, cookie: string): Visitor {
  const ask = asker(product, cookie);
  const post: Visitor['post'] = (path, form) =>
    form instanceof FormData ? ask(path, { method: 'POST', body: form }) : send(ask, path, form);
  const after = (answer: Response) => asker(product, `${cookie}; ${cookieOf(answer)}`)(answer.headers.get('location')!);
  return { ...who, cookie, ask, get: (path) => ask(path), after, post };
}
