// What `npm run user` is told, and what is wrong with it.
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { staffEmail, roles, type Role } from '#app/staff/staff.schema.ts';
import { PlainError } from './command.ts';

/** How it is meant. */
export const USAGE = `Usage:
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

/** The words of the command line. */
export function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' }, force: { type: 'boolean' } },
    });
  } catch (error) {
    throw new PlainError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** @throws what is wrong with an address */
export function emailOf(address: string): string {
  const email = staffEmail.safeParse(address);
  if (!email.success) throw new PlainError(`${address} is not a valid email address.`);
  return email.data;
}

/** @throws what is wrong with the name of a role; 'none' is none */
export function roleOf(name: string | undefined): Role | null {
  if (name === 'none') return null;
  const role = roles.find((each) => each === name);
  if (!role) throw new PlainError(`The role must be one of ${roles.join(', ')} or none.`);
  return role;
}
