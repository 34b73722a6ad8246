import { forgetTyping } from './kept-typing.ts';

/** Forms that were sent, by account and address, until it is known what became of them. */
const sent = new Map<string, [account: string, action: string]>();
const keyOf = (account: string, action: string) => `${account} ${action}`;

/** Forgets what was sent as soon as the site says that it is done. */
export const forgetOnceSaved = (account: string, action: string): void =>
  void sent.set(keyOf(account, action), [account, action]);

/** Whether a form's stored typing was sent and not refused so far: a form that begins anew must not bring it back. */
export const isSent = (account: string, action: string): boolean => sent.has(keyOf(account, action));

/** The server answered with the form: it was not saved. */
export const isNotSaved = (account: string, action: string): void => void sent.delete(keyOf(account, action));

/** Something is done: whatever was sent is saved. */
export function whatWasSentIsSaved(): void {
  for (const [account, action] of sent.values()) forgetTyping(account, action);
  sent.clear();
}

/** Nobody knows what became of the form (the session had ended, say), so it stays stored. */
export const whatWasSentIsUnknown = (): void => sent.clear();
