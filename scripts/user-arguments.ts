// What `npm run user` is told, and what is wrong with it.
import { text } from 'node:stream/consumers';
import { staffEmail, roles, type Role } from '#app/accounts/staff.schema.ts';
import { readArguments, UsageError } from './arguments.mjs';

const USAGE = `Usage:
  npm run user -- add EMAIL --role ${roles.join('|')}|none [--password-stdin]
  npm run user -- list
  npm run user -- role EMAIL ${roles.join('|')}|none [--force]
  npm run user -- password EMAIL [--password-stdin]
  npm run user -- deactivate EMAIL [--force]
  npm run user -- reactivate EMAIL
  npm run user -- reset-factor EMAIL
  npm run user -- remove EMAIL [--force]
The last active admin is lowered, deactivated or removed only with --force.`;

/** What is piped into the command, without the line break at its end. */
export async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

const WORDS: Record<string, number> = {
  add: 2,
  list: 1,
  role: 3,
  password: 2,
  deactivate: 2,
  reactivate: 2,
  'reset-factor': 2,
  remove: 2,
};

/** The words of the command line. @throws UsageError */
export function readOrder() {
  const { values, positionals } = readArguments(USAGE, {
    words: [1, 3],
    options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' }, force: { type: 'boolean' } },
  });
  const [verb, address, role] = positionals;
  if (WORDS[verb!] !== positionals.length) throw new UsageError(USAGE);
  return { values, verb, address, role };
}

/** @throws what is wrong with an address */
export function emailOf(address: string): string {
  const email = staffEmail.safeParse(address);
  if (!email.success) throw new UsageError(`${address} is not a valid email address.`);
  return email.data;
}

/** @throws what is wrong with the name of a role; 'none' is none */
export function roleOf(name: string | undefined): Role | null {
  if (name === 'none') return null;
  const role = roles.find((each) => each === name);
  if (!role) throw new UsageError(`The role must be one of ${roles.join(', ')} or none.`);
  return role;
}
