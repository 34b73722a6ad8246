import { KEEP } from './kept-typing.ts';

/** Hidden fields, which nobody types into. */
const STATE = new Set(['version', 'formId', 'intent', 'then', 'stay', 'most', KEEP]);

export const SECRET = /password|code|secret|token/i;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Joins several values of one name as lines. */
export const toText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(toText).join('\n')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value).replace(/\r\n?/g, '\n')
      : '';

/** What was typed that may be kept, without passwords and files. */
export function readFields(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  const controls = [...form.elements].filter((element): element is Control => 'name' in element && 'value' in element);
  const kept = controls.filter(
    ({ name, type }) => name && !STATE.has(name) && !SECRET.test(name) && !/^(file|submit|password)$/.test(type),
  );
  return Object.fromEntries(kept.map(({ name }) => [name, toText(data.getAll(name))]));
}

/** What was typed, for people to read. */
export const typedTexts = (sent: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      STATE.has(name) || SECRET.test(name) || !toText(value) ? [] : [[toLabel(name), toText(value)]],
    ),
  );

/** Turns `validUntil` into 'Valid until'. */
const toLabel = (name: string) =>
  name[0]!.toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function isUnsaved(form: HTMLFormElement, loaded: Record<string, unknown>): boolean {
  const typed = readFields(form);
  if (Object.keys(typed).some((name) => typed[name] !== toText(loaded[name]))) return true;
  return [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].some(({ files }) => Boolean(files?.length));
}

export const readText = (query: URLSearchParams, name: string): string =>
  (query.get(name) ?? '').replaceAll('\0', '').trim();
