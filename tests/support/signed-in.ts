import type { Page } from '@playwright/test';
import { createCookie } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import { hashToken, newToken } from '#app/staff/account-tokens.server.ts';
import type { Role } from '#app/staff/staff.schema.ts';
import { makeAccount, type Account } from './accounts.ts';
import type { ProductUnderTest } from './fixtures.ts';
import { SESSION_SECRET } from './product.ts';

type Site = Pick<ProductUnderTest, 'url' | 'sql'>;

const cookie = createCookie('session', { secrets: [SESSION_SECRET] });

/**
 * Makes a staff account and gives the page's browser a session of it. Most tests are not about signing in, which is slow
 * by design.
 */
export async function signIn(page: Page, { url, sql }: Site, role: Role | null, as?: string): Promise<Account> {
  const account = await makeAccount(sql, role, as);
  const tokens = { accessToken: newToken(), refreshToken: newToken(), account: account.accountId };
  await sql(
    `insert into sessions
       (account_id, access_token, refresh_token, role, expires_in, expires_at, device, address, password_at)
     values ($1, $2, $3, $4, 3600, now() + interval '1 hour', 'Chrome on Linux', '127.0.0.1', now())`,
    [account.accountId, hashToken(tokens.accessToken), hashToken(tokens.refreshToken), role],
  );
  const [value] = (await cookie.serialize(tokens)).slice('session='.length).split(';');
  await page.context().addCookies([{ name: 'session', value: value!, url, httpOnly: true, sameSite: 'Lax' }]);
  return account;
}

/** The same by the login form, with what that leaves: a line of the activity log, a browser that is known. */
export async function signInByPassword(page: Page, { url, sql }: Site, role: Role, as?: string): Promise<Account> {
  const account = await makeAccount(sql, role, as);
  const { email, password } = account;
  const answer = await page.request.post(paths.admin.login, {
    form: { email, password },
    headers: { origin: url },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`could not sign in: ${answer.status()}`);
  return account;
}
