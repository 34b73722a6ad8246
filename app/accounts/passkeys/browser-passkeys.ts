import type { FormErrors } from '../../forms/answer.ts';
import { useScripted } from '../../ui/use-scripted.ts';
import { NOT_NOW } from './passkey.schema.ts';

/** Whether this browser has passkeys; undefined without scripts, and before they have taken the page over. */
export const useHasPasskeys = (): boolean | undefined => (useScripted() ? 'PublicKeyCredential' in window : undefined);

interface Refused {
  problem?: string;
  errors?: FormErrors;
}

/** Sends a form of these fields. @returns what was asked for, or why not */
export async function ask<Wanted extends object>(
  address: string,
  fields: Record<string, string> = {},
): Promise<(Wanted & { problem?: undefined; errors?: undefined }) | Refused> {
  try {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
    const said = (await answer.json()) as (Wanted & Refused) | null;
    return said && ((answer.ok && !answer.redirected) || said.problem || said.errors) ? said : { problem: NOT_NOW };
  } catch {
    return { problem: NOT_NOW }; // no network, or a page in place of an answer
  }
}

/** Whether somebody has closed the browser's dialog, or it has timed out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
