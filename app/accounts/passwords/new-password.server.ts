import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findApp } from '#db/app.ts';
import { PageContent, Service } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Verified } from '../accounts.server.ts';
import { newPasswordSchema } from '../staff.schema.ts';
import { TooManyPasswordsError } from './password.server.ts';

export type Chosen =
  | { outcome: 'saved'; account: Verified & { email: string } }
  | { outcome: 'gone' }
  | { outcome: 'invalid'; problem: string };

/** The guesses that 8 random characters need. */
const ENOUGH_GUESSES = 1e8;
const TOO_EASY = 'This password is too easy to guess. Please choose another.';
/** Words of the trade and the region that are not on the site. */
const TRADE = `rigging rigger lifting crane cranes hoist sling slings shackle shackles hook load safety offshore marine
  trinidad tobago caribbean portofspain`.split(/\s+/);

export async function findPasswordProblem(em: EntityManager, password: string, email: string): Promise<string | null> {
  const parsed = newPasswordSchema.safeParse(password);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  const lines = await readSiteLines(em);
  const names = lines.map(splitWords).filter((words) => words.length > 1);
  const wholes = names.map((words) => words.join(''));
  const ownWords = [...listEmailWords(email), ...TRADE, ...lines.flatMap(splitWordsAndPairs), ...wholes];
  // A whole name counts as one word, with or without spaces.
  const glued = names.reduce(
    (text, words) => text.replace(new RegExp(words.join('(?:[^\\p{L}\\p{N}]|and)*'), 'giu'), words.join('')),
    password.normalize('NFKC').trim(),
  );
  return (await queueEstimate(glued, [...new Set(ownWords)])) < ENOUGH_GUESSES ? TOO_EASY : null;
}

function listEmailWords(email: string): string[] {
  const [local = ''] = email.split('@');
  return [email, local, local.replace(/[^\p{L}]/gu, ''), ...splitWords(email)];
}

async function readSiteLines(em: EntityManager): Promise<string[]> {
  const [texts, services] = await Promise.all([
    em.find(PageContent, { $or: [{ sectionKey: 'company_name' }, { contentType: ['heading', 'contact'] }] }),
    em.find(Service, {}),
  ]);
  const host = new URL(findApp(em).env.appUrl).hostname;
  return [host, ...texts.map(({ contentValue }) => contentValue), ...services.map(({ title }) => title)];
}

const splitWords = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** Splits 'Safety Rigging' into `safety`, `rigging` and `safetyrigging`. */
function splitWordsAndPairs(line: string): string[] {
  const words = splitWords(line);
  return [...words, ...words.slice(1).map((word, index) => words[index]! + word)];
}

const ESTIMATOR = path.resolve('app/accounts/passwords/estimate-guesses.server.ts'); // from the sources: it is not in the bundle
const MAX_WAITING = 10;
const MAX_MS = 30_000; // on an idle machine it takes about half a second

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Estimates the guesses by zxcvbn, in a process of its own. One runs at a time: the dictionaries take 100 MB, and a
 * long password takes a second.
 * @param ownWords words that an attacker of this account would try first
 * @throws TooManyPasswordsError when too many wait, or it takes too long
 */
async function queueEstimate(password: string, ownWords: string[]): Promise<number> {
  if (waiting >= MAX_WAITING) throw new TooManyPasswordsError('too many new passwords are being judged');
  waiting++;
  const judged = last.then(() => estimate(password, ownWords)).finally(() => waiting--);
  last = judged.catch(() => {});
  return judged;
}

async function estimate(password: string, ownWords: string[]): Promise<number> {
  const env = { NODE_ENV: 'production' } as const;
  const running = promisify(execFile)(process.execPath, [ESTIMATOR], { timeout: MAX_MS, env });
  running.child.stdin!.on('error', () => {}).end(JSON.stringify({ password, ownWords }));
  try {
    return Number((await running).stdout);
  } catch (error) {
    if (!(error as { killed?: boolean }).killed) throw error;
    throw new TooManyPasswordsError('a new password could not be judged in time');
  }
}
