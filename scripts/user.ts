import { text } from 'node:stream/consumers';
import { COMMAND_LINE, recordActivity } from '#app/audit/activities.server.ts';
import { changeRole, removeAccount, setActive } from '#app/accounts/staff/change-staff.server.ts';
import type { Changed, Changer } from '#app/accounts/staff/change-staff.server.ts';
import { removeFactor } from '#app/accounts/second-factor/second-factors.server.ts';
import { addAccount, adminProblem, findAccount, listAccounts, setPassword } from '#app/accounts/accounts.server.ts';
import { findPasswordProblem } from '#app/accounts/passwords/new-password.server.ts';
import { generatePassword, hashPassword } from '#app/accounts/passwords/password.server.ts';
import { roles, staffEmail, type Role } from '#app/accounts/staff.schema.ts';
import { tellOwner } from '#app/accounts/staff-mails.server.ts';
import { dayOf } from '#app/time/dates.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { exitOnUsageError, readArguments, UsageError } from './arguments.mjs';
import { command, PlainError } from './command.ts';

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

type Change = (em: EntityManager, by: Changer, id: number) => Promise<Changed>;
const ended = '; its sessions have ended.';
const verbs: Record<string, (em: EntityManager, id: number) => Promise<void>> = {
  role: (em, id) =>
    change(em, id, (...of) => changeRole(...of, role), `${email} now has ${role ? `the role ${role}` : 'no role'}.`),
  deactivate: (em, id) => change(em, id, (...of) => setActive(...of, false), `Deactivated ${email}${ended}`),
  reactivate: (em, id) => change(em, id, (...of) => setActive(...of, true), `Reactivated ${email}.`),
  remove: (em, id) => change(em, id, removeAccount, `Removed ${email}${ended}`),
  password: changePassword,
  'reset-factor': resetFactor,
};

const { verb, email, role, password, isGiven, by } = await exitOnUsageError(readOrder);
const UNKNOWN = `There is no account for ${email}.`;
const shownPassword = isGiven ? '' : `\nPassword: ${password} (shown only this once)`;
await command(async ({ app }) => {
  const em = forkEntityManager(app);
  if (verb === 'list') return list(em);
  const problem = isGiven && (await findPasswordProblem(em, password, email));
  if (problem) {
    process.exitCode = 2; // as for any wrong argument
    return console.error(problem);
  }
  if (verb === 'add') return add(em);
  const id = (await findAccount(em, email))?.id;
  if (id === undefined) throw new PlainError(UNKNOWN);
  await verbs[verb]!(em, id);
});

/** Reads the command line. It reads a password before the database opens, so that nobody waits while it is typed. */
async function readOrder() {
  const { values, positionals } = readArguments(USAGE, {
    words: [1, 3],
    options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' }, force: { type: 'boolean' } },
  });
  const [verb = '', address, named] = positionals;
  const isKnown = ['list', 'add', ...Object.keys(verbs)].includes(verb);
  const own: Record<string, string[]> = { add: ['role', 'password-stdin'], password: ['password-stdin'] };
  const options = own[verb] ?? (['role', 'deactivate', 'remove'].includes(verb) ? ['force'] : []);
  const isForeign = Object.keys(values).some((name) => !options.includes(name));
  if (!isKnown || isForeign || positionals.length !== ({ list: 1, role: 3 }[verb] ?? 2)) throw new UsageError(USAGE);
  const parsed = staffEmail.safeParse(address);
  if (!parsed.success && verb !== 'list') throw new UsageError(`${address} is not a valid email address.`);
  const role = verb === 'add' ? roleOf(values.role) : verb === 'role' ? roleOf(named) : null;
  const isGiven = values['password-stdin'] ?? false;
  const password = isGiven ? (await text(process.stdin)).replace(/[\r\n]+$/, '') : generatePassword();
  if (/[\p{Cc}\uFEFF\uFFFD]/u.test(password))
    throw new UsageError('The password must be one line of UTF-8 without control characters: nobody could type it.');
  const by: Changer = { by: COMMAND_LINE, accountId: null, isForced: values.force ?? false };
  return { verb, email: parsed.data ?? '', role, password, isGiven, by };
}

function roleOf(name: string | undefined): Role | null {
  const role = roles.find((each) => each === name);
  if (role || name === 'none') return role ?? null;
  throw new UsageError(`The role must be one of ${roles.join(', ')} or none.`);
}

async function list(em: EntityManager): Promise<void> {
  const accounts = await listAccounts(em);
  if (!accounts.length) console.log('There are no accounts.');
  const width = Math.max(...accounts.map((account) => account.email.length));
  for (const account of accounts) {
    const state = (account.isActive ? 'active' : 'deactivated').padEnd(11);
    const since = dayOf(account.createdAt.getTime());
    console.log(`${account.email.padEnd(width)}  ${(account.role ?? 'none').padEnd(6)}  ${state}  since ${since}`);
  }
}

async function add(em: EntityManager): Promise<void> {
  const passwordHash = await hashPassword(password);
  const id = await em.transactional((tx) => addAccount(tx, { email, passwordHash, role }, COMMAND_LINE));
  if (id === null) throw new PlainError(`There is already an account for ${email}.`);
  console.log(`Added ${email} (${role ?? 'no role'}).${shownPassword}`);
}

async function changePassword(em: EntityManager, id: number): Promise<void> {
  await em.transactional(async (tx) => {
    if ((await setPassword(tx, email, password)) === null) throw new PlainError(UNKNOWN); // removed meanwhile
    await recordActivity(tx, 'password', COMMAND_LINE, `Set a new password of ${email}`, { noun: 'staff', id });
    await tellOwner(tx, email, 'newPassword', COMMAND_LINE);
  });
  console.log(`Changed the password of ${email}${ended}${shownPassword}`);
}

async function resetFactor(em: EntityManager, id: number): Promise<void> {
  if (!(await removeFactor(em, { accountId: id, email }, COMMAND_LINE)))
    throw new PlainError(`${email} has no second factor.`);
  console.log(`Reset the second factor of ${email}; the password alone signs in until a new one is set up.`);
}

async function change(em: EntityManager, id: number, work: Change, told: string): Promise<void> {
  const changed = await work(em, by, id);
  if (changed.outcome === 'gone') throw new PlainError(UNKNOWN); // removed meanwhile
  // Other outcomes mean that no admin would be left.
  if (changed.outcome !== 'saved')
    throw new PlainError('This is the last active admin. Make another one first, or add --force.');
  console.log(told);
  // With --force that is allowed: another admin can be added, and without any account the next start makes one.
  const problem = await adminProblem(em);
  if (problem) console.error(`Note: ${problem}`);
}
