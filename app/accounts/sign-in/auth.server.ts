import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { EntityManager } from '#db/orm.ts';
import { env } from '../../env.server.ts';
import { findByPassword, type Verified } from '../accounts.server.ts';
import { signInSchema, WRONG_CREDENTIALS } from '../staff.schema.ts';

type Credentials = { email: string; password: string };

class WrongCredentialsError extends Error {}

/**
 * Asks the form strategy for the account of an email and password.
 * @param isStranger whether the browser is not known to the account
 * @returns null whatever is wrong
 */
export async function authenticate(
  em: EntityManager,
  credentials: Credentials,
  isStranger: boolean,
): Promise<Verified | null> {
  const authenticator = new Authenticator<Verified>().use(byPassword(em, isStranger), 'form');
  const form = new Request(env().appUrl, { method: 'POST', body: new URLSearchParams(credentials) });
  try {
    return await authenticator.authenticate('form', form);
  } catch (error) {
    if (error instanceof WrongCredentialsError) return null;
    throw error;
  }
}

const byPassword = (em: EntityManager, isStranger: boolean) =>
  new FormStrategy<Verified>(async ({ form }) => {
    const { email, password } = signInSchema.parse(Object.fromEntries(form));
    const verified = await findByPassword(em, email, password, isStranger);
    if (!verified) throw new WrongCredentialsError(WRONG_CREDENTIALS);
    return verified;
  });
