import { createContext } from 'react';
import { tryStorage } from '../../ui/try-storage.ts';

/** A draft, with the state of the item that the form was made from. */
export interface KeptTyping {
  values: Record<string, string>;
  version?: string;
  formId?: string;
  /** Nothing was typed since it was sent, to be saved or to be looked at. */
  wasSent?: boolean;
}

// Drafts stay on the device for one account and form until saved or discarded. Signing out clears them.
const PREFIX = 'typed:';
const keyOf = (account: string, address: string) => `${PREFIX}${account}:${address}`;

export function readTyping(account: string, address: string): KeptTyping | null {
  const kept = tryStorage(
    () => JSON.parse(localStorage.getItem(keyOf(account, address)) ?? 'null') as KeptTyping | null,
  );
  return typeof kept?.values === 'object' ? kept : null;
}

export const keepTyping = (account: string, address: string, typing: KeptTyping): void =>
  tryStorage(() => localStorage.setItem(keyOf(account, address), JSON.stringify(typing)));

export const forgetTyping = (account: string, address: string): void =>
  tryStorage(() => localStorage.removeItem(keyOf(account, address)));

export const hasKeptTyping = (): boolean =>
  tryStorage(() => Object.keys(localStorage).some((key) => key.startsWith(PREFIX))) ?? false;

/** The account whose drafts are kept; null keeps none. */
export const AccountContext = createContext<string | null>(null);

/** The field that asks to store the form when the session has ended. */
export const KEEP = 'keep';

export interface SentTyping extends KeptTyping {
  action: string;
  /** Its writer comes back from the preview. */
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
  isUnsaved(): boolean;
  discard(): void;
}

const open = new Set<OpenForm>();
let isAsking = true;

/** @returns a function that removes it */
export function addOpenForm(form: OpenForm): () => void {
  open.add(form);
  return () => void open.delete(form);
}

export const unsavedForms = (): OpenForm[] => (isAsking ? [...open].filter((form) => form.isUnsaved()) : []);

/** The page may go: it has asked already, or what was typed is stored. */
export const leaveWithoutAsking = (): void => void (isAsking = false);

/** The keys of forms that were sent and not answered yet. */
const sent = new Set<string>();

export function forgetOnceSaved(account: string, action: string): void {
  sent.add(keyOf(account, action));
  const kept = readTyping(account, action);
  if (kept) keepTyping(account, action, { ...kept, wasSent: true });
}

/** A form that begins anew must not restore its draft while this holds. */
export const isSent = (account: string, action: string): boolean => sent.has(keyOf(account, action));

export const isNotSaved = (account: string, action: string): void => void sent.delete(keyOf(account, action));

export function forgetSubmitted(): void {
  for (const key of sent) tryStorage(() => localStorage.removeItem(key));
  sent.clear();
}

/** Nobody knows what became of them, for example because the session had ended: the drafts stay. */
export const keepSubmitted = (): void => sent.clear();
