import type { FormErrors } from '../../forms/form-answer.ts';
import { NOT_NOW } from './passkey.schema.ts';

/** What the server says to a script: what was asked for, or why not. */
type Answer<Wanted> = (Wanted & { problem?: undefined; errors?: undefined }) | Refused;
interface Refused {
  problem?: string;
  errors?: FormErrors;
}

/** Sends a form of these fields. */
export async function ask<Wanted extends object>(
  address: string,
  fields: Record<string, string> = {},
): Promise<Answer<Wanted>> {
  try {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
    const said = (await answer.json()) as Answer<Wanted> | null;
    if (answer.ok && !answer.redirected && said) return said;
    return said?.problem || said?.errors ? (said as Refused) : { problem: NOT_NOW };
  } catch {
    return { problem: NOT_NOW }; // no network, or a page in place of an answer
  }
}

/** Whether somebody has closed the browser's dialog, or let it wait for too long: nothing went wrong then. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
