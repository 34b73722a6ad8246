import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from './embedded-process.ts';

/** An account of this machine; undefined is the account of this process. */
export type Account = { uid: number; gid: number };

const NAME = 'safety-rigging-db';
const isPersonal = ({ uid }: Account) => uid >= 1000 && uid < 65_534; // other numbers belong to the system
const LOCKED = [1, 10]; // exit codes of useradd while another one runs
const TRIES = 30;

/**
 * Chooses the account of the database server. PostgreSQL refuses to run as root: then the server runs as the owner of
 * DATA_DIR, or as an account of its own, because programs of one account can read each other's files and memory. A person's
 * folder stays that person's.
 * @throws Error where no such account exists or can be made
 */
export async function findServerAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const home = fs.statSync(path.dirname(folder), { throwIfNoEntry: false });
  if (home?.uid && findAccountName(home.uid)) return { uid: home.uid, gid: home.gid };
  const owner = fs.statSync(folder, { throwIfNoEntry: false });
  if (owner && isPersonal(owner)) return { uid: owner.uid, gid: owner.gid };
  const account = find(NAME) ?? (await make());
  if (account) return account;
  throw new Error(
    `as root the embedded database needs an account of its own, and none could be made; make one (useradd --system ${NAME}), start as another user, or set DATABASE_URL`,
  );
}

/** The name of an account; null for an account without one, which cannot make a database. */
export function findAccountName(uid: number): string | null {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { env: bareEnvironment, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Explains, for an error message, how to reach a file of another account. */
export function explainOwner(name: string): string {
  const [owner, own] = [fs.statSync(name).uid, process.getuid!()];
  if (owner === own) return '';
  const [theirs, ours] = [owner, own].map((uid) => findAccountName(uid) ?? String(uid));
  return `; it belongs to ${theirs}: run this by sudo -u ${theirs}, or as root chown -R ${ours} ${name}`;
}

/** The names of the accounts that may use the database: our own, the server's, and root, which may do everything anyway. */
export function listPermittedNames(account?: Account): string[] {
  try {
    const { username } = os.userInfo();
    return [...new Set([username, (account && findAccountName(account.uid)) ?? username, 'root'])];
  } catch {
    throw new Error(`the embedded database needs an account with a name; ${process.getuid?.()} has none`);
  }
}

function find(name: string): Account | undefined {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':')).find(([each]) => each === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

async function make(): Promise<Account | undefined> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell'];
  const env = { ...bareEnvironment, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  for (let tries = 0; tries < TRIES; tries++) {
    const { status } = spawnSync('useradd', [...args, '/usr/sbin/nologin', NAME], { env, stdio: 'ignore' });
    const made = find(NAME); // perhaps by another start at the same time
    if (made || !LOCKED.includes(status!)) return made;
    await sleep(100);
  }
  return undefined;
}
