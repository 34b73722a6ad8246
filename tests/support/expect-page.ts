import { expect } from 'vitest';
import { decodeEntities, withoutScripts } from './read-html.ts';

type Answering = Response | Promise<Response>;

export const markupOf = async (answer: Answering) => withoutScripts(await (await answer).text());

export const textOf = async (answer: Answering) => (await markupOf(answer)).replace(/<[^>]*>/g, ' ');

/** The HTML of an answer with its entities decoded. */
export const readHtml = async (answer: Response): Promise<string> => decodeEntities(await answer.text());

/** Expects an answer to have this status and a page with these texts. @returns the page's markup */
export async function expectPage(answering: Answering, status: number, ...texts: (string | RegExp)[]) {
  const answer = await answering;
  const page = await markupOf(answer);
  expect(answer.status).toBe(status);
  for (const text of texts) expect(page).toMatch(text);
  return page;
}

/** Expects an answer to lead to this address. @returns the answer */
export async function expectLed(answering: Answering, to: string, status = 303): Promise<Response> {
  const answer = await answering;
  expect([answer.status, answer.headers.get('location')]).toEqual([status, to]);
  return answer;
}
