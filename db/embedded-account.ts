import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from './embedded-process.ts';

/** An account of this machine; undefined stands for the one that this process runs as. */
export type Account = { uid: number; gid: number };

const NAME = 'safety-rigging-db';
const isPersonal = ({ uid }: Account) => uid >= 1000 && uid < 65_534; // below and above are those of the system
const LOCKED = [1, 10]; // what useradd answers while another one is at work
const TRIES = 30;

/**
 * Whom the server of a data folder runs as. PostgreSQL refuses to be root: then it gets an account that nothing else runs
 * as, because whoever shares an account can read its files and its memory. A person's folder stays that person's.
 * @throws Error where there is no such account and none can be made
 */
export async function serverAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(folder, { throwIfNoEntry: false });
  if (owner && isPersonal(owner)) return { uid: owner.uid, gid: owner.gid };
  const account = find(NAME) ?? (await make());
  if (account) return account;
  throw new Error(
    `as root the embedded database needs an account of its own, and none could be made; make one (useradd --system ${NAME}), start as another user, or set DATABASE_URL`,
  );
}

/** The names of the accounts that may use the database: our own, and root, which may do everything anyway. */
export function permittedNames(): string[] {
  try {
    return [...new Set([os.userInfo().username, 'root'])];
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
