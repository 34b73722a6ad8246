import { KEEP } from './kept-typing.ts';

/** Hidden fields that nobody types. */
const STATE = new Set(['version', 'formId', 'intent', 'then', 'stay', 'most', KEEP]);

export const SECRET = /password|code|secret|token/i;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Several values of one name become lines. */
export const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join('\n')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value).replace(/\r\n?/g, '\n')
      : '';

/** The fields that may be kept: no passwords, no files. */
function namesIn(form: HTMLFormElement): Set<string> {
  const controls = [...form.elements].filter((element): element is Control => 'name' in element && 'value' in element);
  const kept = controls.filter(
    ({ name, type }) => name && !STATE.has(name) && !SECRET.test(name) && !/^(file|submit|password)$/.test(type),
  );
  return new Set(kept.map(({ name }) => name));
}

/** What was typed, for people to read. */
export const typedTexts = (sent: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      STATE.has(name) || SECRET.test(name) || !textOf(value) ? [] : [[inWords(name), textOf(value)]],
    ),
  );

/** 'Valid until' for `validUntil`. */
const inWords = (name: string) =>
  name[0]!.toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function typedIn(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries([...namesIn(form)].map((name) => [name, textOf(data.getAll(name))]));
}

export function isUnsaved(form: HTMLFormElement, loaded: Record<string, unknown>): boolean {
  const typed = typedIn(form);
  if (Object.keys(typed).some((name) => typed[name] !== textOf(loaded[name]))) return true;
  return [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].some(({ files }) => Boolean(files?.length));
}

export const textIn = (query: URLSearchParams, name: string): string =>
  (query.get(name) ?? '').replaceAll('\0', '').trim();
