import { createContext } from 'react';

/** A draft, with the state of the item that the form was made from. */
export interface KeptTyping {
  values: Record<string, string>;
  version?: string;
  formId?: string;
}

/*
 * Drafts stay on the device for one account and form until saved or discarded. Signing out clears them. Storage may be
 * forbidden or full: then forms work without.
 */
const PREFIX = 'typed:';
const keyOf = (account: string, address: string) => `${PREFIX}${account}:${address}`;

export function readTyping(account: string, address: string): KeptTyping | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(account, address)) ?? 'null') as KeptTyping | null;
    return typeof kept?.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

export function keepTyping(account: string, address: string, typing: KeptTyping): void {
  try {
    localStorage.setItem(keyOf(account, address), JSON.stringify(typing));
  } catch {}
}

export function forgetTyping(account: string, address: string): void {
  try {
    localStorage.removeItem(keyOf(account, address));
  } catch {}
}

export function hasKeptTyping(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}

/** The account whose drafts are kept; null keeps none. */
export const AccountContext = createContext<string | null>(null);

/** The field that asks to store the form when the session has ended. */
export const KEEP = 'keep';

export interface SentTyping extends KeptTyping {
  action: string;
}

/** A form sent after its session had ended, as the server kept it. */
export interface KeptForm extends SentTyping {
  /** Files are not stored. */
  hadFile: boolean;
}

export const KeptFormsContext = createContext<readonly SentTyping[]>([]);
