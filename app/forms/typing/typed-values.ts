import { KEEP } from './kept-form.ts';

/** Says which state a form was made from, or what it is: nobody types it. */
const STATE = new Set(['version', 'formId', 'intent', KEEP]);

/** The names of fields that are kept nowhere, whatever kind of control they are. */
export const SECRET = /password|code|secret|token/i;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A value of a form as its field shows it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\r\n?/g, '\n') : '';

/** The names of a form's fields whose values may be kept: passwords and files may not. */
function namesIn(form: HTMLFormElement): Set<string> {
  const controls = [...form.elements].filter((element): element is Control => 'name' in element && 'value' in element);
  const kept = controls.filter(
    ({ name, type }) => name && !STATE.has(name) && !SECRET.test(name) && !/^(file|submit|password)$/.test(type),
  );
  return new Set(kept.map(({ name }) => name));
}

/** What a form says now, by the names of its fields. */
export function typedIn(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries([...namesIn(form)].map((name) => [name, textOf(data.get(name))]));
}

/** Whether a form says something else than it was loaded with, or holds a file. */
export function isUnsaved(form: HTMLFormElement, loaded: Record<string, unknown>): boolean {
  const typed = typedIn(form);
  if (Object.keys(typed).some((name) => typed[name] !== textOf(loaded[name]))) return true;
  return [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].some(({ files }) => Boolean(files?.length));
}

/** A text in the query of an address, without what the database cannot take; empty if there is none. */
export const textIn = (query: URLSearchParams, name: string): string =>
  (query.get(name) ?? '').replaceAll('\0', '').trim();
