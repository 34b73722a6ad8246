import { expect } from 'vitest';
import { decodeEntities, withoutScripts } from './read-html.ts';

export const markupOf = async (answer: Response | Promise<Response>) => withoutScripts(await (await answer).text());

export const textOf = async (answer: Response | Promise<Response>) => (await markupOf(answer)).replace(/<[^>]*>/g, ' ');

/** The HTML of an answer with its entities decoded. */
export const readHtml = async (answer: Response): Promise<string> => decodeEntities(await answer.text());

/** Expects an answer to have this status and a page with these texts. @returns the page's markup */
export async function expectPage(
  answering: Response | Promise<Response>,
  status: number,
  ...texts: string[]
): Promise<string> {
  const answer = await answering;
  const page = await markupOf(answer);
  expect(answer.status).toBe(status);
  for (const text of texts) expect(page).toContain(text);
  return page;
}
