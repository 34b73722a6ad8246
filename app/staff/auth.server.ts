import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { entityManager } from '#db/orm.ts';
import type { AppLoadContext } from '@remix-run/node';
import { findByPassword } from './accounts.server.ts';
import { signInSchema, WRONG_CREDENTIALS } from './staff.schema.ts';

/**
 * An authenticator for one request, whose database and form it works on.
 * `authenticate('form', request)` gives the account's id or throws with the one text for every cause.
 */
export function authenticator(context: AppLoadContext): Authenticator<number> {
  return new Authenticator<number>().use(
    new FormStrategy(async ({ form }) => {
      const { email, password } = signInSchema.parse(Object.fromEntries(form));
      const accountId = await findByPassword(entityManager(context), email, password);
      if (accountId === null) throw new WrongCredentialsError(WRONG_CREDENTIALS);
      return accountId;
    }),
    'form',
  );
}

export class WrongCredentialsError extends Error {}
