import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { EntityManager } from '#db/orm.ts';
import { storableText } from '../../http/storable-text.ts';
import { findByPassword, type Verified } from '../accounts.server.ts';
import { signInSchema, WRONG_CREDENTIALS } from '../staff.schema.ts';

type Credentials = { email: string; password: string };

class WrongCredentialsError extends Error {}

/**
 * Asks the form strategy for the account of the email and password in a sign-in form.
 * @param request whose body nobody has read
 * @param judged what the form holds by the rules of all forms, by which the tries are counted
 * @param isStranger whether the browser is not known to the account
 * @returns null whatever is wrong
 */
export async function authenticate(
  em: EntityManager,
  request: Request,
  judged: Credentials,
  isStranger: boolean,
): Promise<Verified | null> {
  const byPassword = new FormStrategy<Verified>(async ({ form }) => {
    const { email, password } = signInSchema.parse(
      Object.fromEntries(Array.from(form, ([name, value]) => [name, storableText(String(value))])),
    );
    const isJudged = email === judged.email && password === judged.password;
    const verified = isJudged && (await findByPassword(em, email, password, isStranger));
    if (!verified) throw new WrongCredentialsError(WRONG_CREDENTIALS);
    return verified;
  });
  try {
    return await new Authenticator<Verified>().use(byPassword, 'form').authenticate('form', request);
  } catch (error) {
    if (error instanceof WrongCredentialsError) return null;
    throw error;
  }
}
