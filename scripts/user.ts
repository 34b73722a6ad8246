// npm run user -- …: staff accounts from the shell, by the same rules as in the admin area, while the site runs or not.
import { COMMAND_LINE, recordActivity } from '#app/audit/activities.server.ts';
import {
  changeRole,
  deactivateAccount,
  reactivateAccount,
  removeAccount,
  type Changed,
  type Changer,
} from '#app/accounts/staff/change-staff.server.ts';
import { resetSecondFactor } from '#app/accounts/second-factor/second-factors.server.ts';
import { addAccount, findAccountId, listAccounts, setPassword } from '#app/accounts/accounts.server.ts';
import { newPasswordProblem } from '#app/accounts/passwords/new-password.server.ts';
import { generatePassword, hashPassword } from '#app/accounts/passwords/password.server.ts';
import { logSecurityEvent, type SecurityEvent } from '#app/accounts/security-events.server.ts';
import { reaches, type Role } from '#app/accounts/staff.schema.ts';
import { tellOwner } from '#app/accounts/tell-owner.server.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { orExit } from './arguments.mjs';
import { command, commandLog, PlainError } from './command.ts';
import { emailOf, readOrder, readPassword, roleOf } from './user-arguments.ts';

// Read before the database is opened: nobody waits for this command while a password is typed into it.
await command(await orExit(prepare));

async function prepare(): Promise<() => Promise<void>> {
  const { values, verb, address, role: named } = readOrder();
  const by: Changer = { ...COMMAND_LINE, accountId: null, isForced: values.force ?? false };
  if (verb === 'list') return list;
  const email = emailOf(address!);
  if (verb === 'role') return giveRole(email, by, roleOf(named));
  if (verb === 'deactivate') return change(email, deactivateAccount, by, 'user_updated', 'Deactivated');
  if (verb === 'reactivate') return change(email, reactivateAccount, by, 'user_updated', 'Reactivated');
  if (verb === 'remove') return change(email, removeAccount, by, 'user_deleted', 'Removed');
  if (verb === 'reset-factor') return resetFactor(email);
  const role = verb === 'add' ? roleOf(values.role) : null;
  const isGiven = values['password-stdin'] ?? false;
  const password = isGiven ? await readPassword() : generatePassword();
  const shown = isGiven ? '' : `\nPassword: ${password} (shown only this once)`;
  const work = verb === 'add' ? add(email, role, password, shown) : changePassword(email, password, shown);
  if (!isGiven) return work;
  return async () => {
    if (await isGood(password, email)) await work();
  };
}

function add(email: string, role: Role | null, password: string, shown: string) {
  return async () => {
    const passwordHash = await hashPassword(password);
    const id = await forkEntityManager().transactional((tx) =>
      addAccount(tx, { email, passwordHash, role }, COMMAND_LINE),
    );
    if (id === null) throw new PlainError(`There is already an account for ${email}.`);
    record('user_created', id);
    console.log(`Added ${email} (${role ?? 'no role'}).${shown}`);
  };
}

async function list(): Promise<void> {
  const accounts = await listAccounts(forkEntityManager());
  if (!accounts.length) console.log('There are no accounts.');
  const width = Math.max(...accounts.map(({ email }) => email.length));
  for (const { email, role, isActive, createdAt } of accounts) {
    const state = (isActive ? 'active' : 'deactivated').padEnd(11);
    const since = createdAt.toISOString().slice(0, 10);
    console.log(`${email.padEnd(width)}  ${(role ?? 'none').padEnd(6)}  ${state}  since ${since}`);
  }
}

function giveRole(email: string, by: Changer, role: Role | null) {
  return async () => {
    const em = forkEntityManager();
    record('authz_change', done(await changeRole(em, by, await idOf(em, email), role)));
    console.log(role ? `${email} now has the role ${role}.` : `${email} now has no role.`);
    await sayIfNoAdminIsLeft();
  };
}

function changePassword(email: string, password: string, shown: string) {
  return async () => {
    const changed = await forkEntityManager().transactional(async (tx) => {
      const id = existing(email, await setPassword(tx, email, password));
      await recordActivity(tx, 'password', COMMAND_LINE, `Set a new password of ${email}`, { noun: 'staff', id });
      await tellOwner(tx, email, 'newPassword', COMMAND_LINE);
      return id;
    });
    record('authn_password_change', changed);
    console.log(`Changed the password of ${email}; its sessions have ended.${shown}`);
  };
}

function resetFactor(email: string) {
  return async () => {
    const em = forkEntityManager();
    const id = await idOf(em, email);
    if (!(await resetSecondFactor(em, id, COMMAND_LINE))) throw new PlainError(`${email} has no second factor.`);
    record('authn_factor_change', id);
    console.log(`Reset the second factor of ${email}; the password alone signs in until a new one is set up.`);
  };
}

/** Deactivates, reactivates or removes. */
function change(
  email: string,
  work: (em: EntityManager, by: Changer, id: number) => Promise<Changed>,
  by: Changer,
  event: SecurityEvent,
  did: string,
) {
  return async () => {
    const em = forkEntityManager();
    record(event, done(await work(em, by, await idOf(em, email))));
    console.log(work === reactivateAccount ? `${did} ${email}.` : `${did} ${email}; its sessions have ended.`);
    await sayIfNoAdminIsLeft();
  };
}

/** @throws what stands against a change, which is only that no admin would be left */
function done(changed: Changed): number {
  if (changed.outcome === 'saved') return changed.account.id;
  throw new PlainError('This is the last active admin. Make another one first, or add --force.');
}

/**
 * That no admin is left is allowed when it is meant: whoever can run this command can make another one at any time, and a
 * site may be handed over in either order. Without any account the next start of the server makes the first admin anew.
 */
async function sayIfNoAdminIsLeft(): Promise<void> {
  const accounts = await listAccounts(forkEntityManager());
  if (!accounts.some(({ role, isActive }) => isActive && reaches(role, 'admin')))
    console.error('Note: no admin is left. Make one with: npm run user -- add EMAIL --role admin');
}

async function idOf(em: EntityManager, email: string): Promise<number> {
  return existing(email, await findAccountId(em, email));
}

function existing(email: string, id: number | null): number {
  if (id === null) throw new PlainError(`There is no account for ${email}.`);
  return id;
}

/** Where a log is gathered from standard error, what was done here is not missing from it. */
function record(event: SecurityEvent, accountId: number): void {
  logSecurityEvent(event, accountId, {}, commandLog);
}

/** Says what is wrong with a password, with the exit code of any other argument that is wrong. */
async function isGood(password: string, email: string): Promise<boolean> {
  const problem = await newPasswordProblem(forkEntityManager(), password, email);
  if (!problem) return true;
  console.error(problem);
  process.exitCode = 2;
  return false;
}
