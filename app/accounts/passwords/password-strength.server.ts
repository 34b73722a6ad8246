import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { TooManyPasswordsError } from './password.server.ts';

const ESTIMATOR = path.resolve('app/accounts/passwords/estimate-guesses.server.ts'); // from the sources: it is no part of the bundle
const MAX_WAITING = 10;
const MAX_MS = 30_000; // alone on a machine it is about half a second

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * How many guesses an informed attacker needs for a password, by zxcvbn. It is judged in a process that ends with its
 * answer, one at a time: the dictionaries take 100 MB, and a long password a second, which nobody else shall wait for.
 * @param ownWords what an attacker of this account would try first
 * @throws TooManyPasswordsError when too many wait, or it takes too long
 */
export async function guessesNeeded(password: string, ownWords: string[]): Promise<number> {
  if (waiting >= MAX_WAITING) throw new TooManyPasswordsError('too many new passwords are being judged');
  waiting++;
  const judged = last.then(() => estimate(password, ownWords)).finally(() => waiting--);
  last = judged.catch(() => {});
  return judged;
}

async function estimate(password: string, ownWords: string[]): Promise<number> {
  const running = promisify(execFile)(process.execPath, [ESTIMATOR], {
    timeout: MAX_MS,
    env: { NODE_ENV: 'production' },
  });
  running.child.stdin!.on('error', () => {}).end(JSON.stringify({ password, ownWords }));
  try {
    return Number((await running).stdout);
  } catch (error) {
    if ((error as { killed?: boolean }).killed)
      throw new TooManyPasswordsError('a new password could not be judged in time');
    throw error;
  }
}
