import { expect } from 'vitest';
import { markupOf } from './text-of.ts';

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
