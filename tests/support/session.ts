import { createCookie } from '@remix-run/node';
import { hashToken, newToken } from '#app/accounts/account-tokens.server.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { SESSION_SECRET } from './product.ts';
import type { TestDatabase } from './test-postgres.ts';

const cookie = createCookie('session', { secrets: [SESSION_SECRET] });

/**
 * Makes a session of an hour without the login form, which is slow by design.
 * @returns the value of its cookie, signed with SESSION_SECRET
 */
export async function makeSession(sql: TestDatabase['sql'], accountId: number, role: Role | null): Promise<string> {
  const tokens = { accessToken: newToken(), refreshToken: newToken(), account: accountId };
  await sql(
    `insert into sessions
       (account_id, access_token, refresh_token, role, expires_in, expires_at, device, address, password_at)
     values ($1, $2, $3, $4, 3600, now() + interval '1 hour', 'Chrome on Linux', '127.0.0.1', now())`,
    [accountId, hashToken(tokens.accessToken), hashToken(tokens.refreshToken), role],
  );
  const [value] = (await cookie.serialize(tokens)).slice('session='.length).split(';');
  return value!;
}
