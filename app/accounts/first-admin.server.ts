import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { addAccount, listAccounts } from './accounts.server.ts';
import { generatePassword, hashPassword } from './passwords/password.server.ts';

const EMAIL = 'admin@example.com';

export interface FirstAdmin {
  email: string;
  password: string;
}

/** Makes the first account where there is none. @returns it, with the password that nobody can read afterwards */
export async function addFirstAdmin(app: App): Promise<FirstAdmin | null> {
  const em = forkEntityManager(app);
  if ((await listAccounts(em)).length) return null;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const admin = { email: EMAIL, passwordHash, role: 'admin', hasFirstPassword: true } as const;
  await em.transactional((tx) => addAccount(tx, admin, { who: 'first start', address: null }));
  return { email: EMAIL, password };
}
