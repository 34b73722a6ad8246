import { findApp } from '#db/app.ts';
import { PageContent, Service } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { guessesNeeded } from './password-strength.server.ts';
import { newPasswordSchema } from '../staff.schema.ts';

/** What 8 characters at random need: fewer guesses than that are refused, however long the password. */
const ENOUGH_GUESSES = 1e8;
const TOO_EASY = 'This password is too easy to guess. Please choose another.';
/** Of the trade and the region, besides what stands on the site. */
const TRADE = `rigging rigger lifting crane cranes hoist sling slings shackle shackles hook load safety offshore marine
  trinidad tobago caribbean portofspain`.split(/\s+/);

/**
 * Judges a new password.
 * @returns what is wrong with it, in words for the person who chose it, or null
 */
export async function newPasswordProblem(em: EntityManager, password: string, email: string): Promise<string | null> {
  const parsed = newPasswordSchema.safeParse(password);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  const lines = await linesOfSite(em);
  const names = lines.map(wordsOf).filter((words) => words.length > 1);
  const wholes = names.map((words) => words.join(''));
  const ownWords = [...wordsOfAccount(email), ...TRADE, ...lines.flatMap(wordsAndPairs), ...wholes];
  // However a whole name is spaced, it is one word to whoever guesses.
  const glued = names.reduce(
    (text, words) => text.replace(new RegExp(words.join('(?:[^\\p{L}\\p{N}]|and)*'), 'giu'), words.join('')),
    password.normalize('NFKC').trim(),
  );
  const guesses = await guessesNeeded(glued, [...new Set(ownWords)]);
  return guesses < ENOUGH_GUESSES ? TOO_EASY : null;
}

/** The address as a whole, and what a person would make of it. */
function wordsOfAccount(email: string): string[] {
  const [local = ''] = email.split('@');
  return [email, local, local.replace(/[^\p{L}]/gu, ''), ...wordsOf(email)];
}

/** The company's name and its headings, services and address, as they are now. */
async function linesOfSite(em: EntityManager): Promise<string[]> {
  const [texts, services] = await Promise.all([
    em.find(PageContent, { $or: [{ sectionKey: 'company_name' }, { contentType: ['heading', 'contact'] }] }),
    em.find(Service, {}),
  ]);
  const host = new URL(findApp(em).env.appUrl).hostname;
  return [host, ...texts.map(({ contentValue }) => contentValue), ...services.map(({ title }) => title)];
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** The words of a line, and neighbours as one: `safety`, `rigging`, `safetyrigging`. */
function wordsAndPairs(line: string): string[] {
  const words = wordsOf(line);
  return [...words, ...words.slice(1).map((word, index) => words[index]! + word)];
}
