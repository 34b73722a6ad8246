import { createContext } from 'react';
import { tryStorage } from '../../ui/try-storage.ts';

/** A draft, with the version of the item that the form showed. */
export interface KeptTyping {
  values: Record<string, string>;
  version?: string;
  formId?: string;
  /** The form was sent, to be saved or previewed, and nothing was typed since. */
  wasSent?: boolean;
}

// Drafts stay on the device, for each account and form, until they are saved or discarded. Signing out clears them.
const PREFIX = 'typed:';
const makeKey = (account: string, address: string) => `${PREFIX}${account}:${address}`;

export function readTyping(account: string, address: string): KeptTyping | null {
  const kept = tryStorage(
    () => JSON.parse(localStorage.getItem(makeKey(account, address)) ?? 'null') as KeptTyping | null,
  );
  return typeof kept?.values === 'object' ? kept : null;
}

export const keepTyping = (account: string, address: string, typing: KeptTyping): void =>
  tryStorage(() => localStorage.setItem(makeKey(account, address), JSON.stringify(typing)));

export const forgetTyping = (account: string, address: string): void =>
  tryStorage(() => localStorage.removeItem(makeKey(account, address)));

export const hasKeptTyping = (): boolean =>
  tryStorage(() => Object.keys(localStorage).some((key) => key.startsWith(PREFIX))) ?? false;

/** The account whose drafts are kept; null keeps no drafts. */
export const AccountContext = createContext<string | null>(null);

/** The field that asks to store the form when the session has ended. */
export const KEEP = 'keep';

export interface SentTyping extends KeptTyping {
  action: string;
  /** The user has come back from the preview. */
  isPreviewed?: boolean;
}

/** A form sent after its session had ended, as the server kept it. */
export interface KeptForm extends SentTyping {
  /** Files are not stored. */
  hadFile: boolean;
}

export const KeptFormsContext = createContext<readonly SentTyping[]>([]);

interface OpenForm {
  action: string;
  /** @param next where somebody is about to go within the staff area */
  isUnsaved(next?: string): boolean;
  /** Absent for what is on its way: leaving waits for it. */
  discard?(): void;
}

const openForms = new Set<OpenForm>();
let isAsking = true;

/** @returns a function that removes it */
export function addOpenForm(form: OpenForm): () => void {
  openForms.add(form);
  return () => void openForms.delete(form);
}

export const unsavedForms = (next?: string): OpenForm[] =>
  isAsking ? [...openForms].filter((form) => form.isUnsaved(next)) : [];

/** Lets the page go without a question: it has been asked already, or what was typed is stored. */
export const leaveWithoutAsking = (): void => void (isAsking = false);

/** The keys of forms that are sent and not answered yet. */
const sent = new Set<string>();

export function markSent(account: string, action: string): void {
  sent.add(makeKey(account, action));
  const kept = readTyping(account, action);
  if (kept) keepTyping(account, action, { ...kept, wasSent: true });
}

/** Whether the form is being sent: a new instance must not restore its draft then. */
export const isSent = (account: string, action: string): boolean => sent.has(makeKey(account, action));

export const markAnswered = (account: string, action: string): void => void sent.delete(makeKey(account, action));

export function forgetSubmitted(): void {
  for (const key of sent) tryStorage(() => localStorage.removeItem(key));
  sent.clear();
}

/** Keeps the drafts of forms whose outcome is unknown, for example because the session had ended. */
export const keepSubmitted = (): void => sent.clear();
