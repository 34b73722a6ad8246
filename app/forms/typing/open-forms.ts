import { forgetTyping } from './kept-typing.ts';

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

/** Forms that were sent and not answered yet, by account and address. */
const sent = new Map<string, [account: string, action: string]>();
const keyOf = (account: string, action: string) => `${account} ${action}`;

export const forgetOnceSaved = (account: string, action: string): void =>
  void sent.set(keyOf(account, action), [account, action]);

/** A form that begins anew must not restore its draft while this holds. */
export const isSent = (account: string, action: string): boolean => sent.has(keyOf(account, action));

export const isNotSaved = (account: string, action: string): void => void sent.delete(keyOf(account, action));

export function forgetSubmitted(): void {
  for (const [account, action] of sent.values()) forgetTyping(account, action);
  sent.clear();
}

/** Nobody knows what became of them, for example because the session had ended: the drafts stay. */
export const keepSubmitted = (): void => sent.clear();
