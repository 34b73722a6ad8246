import type { FormErrors } from '../../forms/answer.ts';
import { useScripted } from '../../ui/use-scripted.ts';
import { NOT_NOW } from './passkey.schema.ts';

/** Undefined on the server and until the page is hydrated. */
export const useHasPasskeys = (): boolean | undefined => (useScripted() ? 'PublicKeyCredential' in window : undefined);

type Answer<Wanted> =
  | (Wanted & { problem?: undefined; errors?: undefined })
  | { problem?: string; errors?: FormErrors };

/**
 * Asks the server for options, gives them to the browser, and sends the browser's answer to the server.
 * @param fields of the first request
 * @param problem the message if the browser refuses, for whatever reason
 * @returns the server's last answer, or the problem; neither if the user has closed the browser's dialog
 */
export async function askPasskey<Wanted extends object, Options>(
  address: string,
  fields: Record<string, string>,
  answer: (options: Options) => Promise<object>,
  problem: string,
): Promise<Answer<Wanted>> {
  const begun = await send<{ options: Options }>(address, { ...fields, intent: 'begin' });
  if (!('options' in begun)) return begun;
  try {
    const credential = JSON.stringify(await answer(begun.options));
    return await send<Wanted>(address, { intent: 'end', credential });
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidStateError') return { problem: 'This device has a passkey of your account already.' };
    return name === 'NotAllowedError' || name === 'AbortError' ? {} : { problem };
  }
}

async function send<Wanted>(address: string, fields: Record<string, string>): Promise<Answer<Wanted>> {
  try {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
    const said = (await answer.json()) as Answer<Wanted> | null;
    return said && ((answer.ok && !answer.redirected) || said.problem || said.errors) ? said : { problem: NOT_NOW };
  } catch {
    return { problem: NOT_NOW }; // no network, or an HTML page instead of an answer
  }
}
