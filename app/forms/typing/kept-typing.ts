/** What somebody typed into a form and has not saved, with the state of the item that the form was made from. */
export interface KeptTyping {
  values: Record<string, string>;
  version?: string;
  formId?: string;
}

/*
 * It is kept on the device, for one account and one form address, until it is saved or discarded. Signing out clears the
 * device. Storage may be forbidden or full: then forms work without.
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
  } catch {
    // as above
  }
}

export function forgetTyping(account: string, address: string): void {
  try {
    localStorage.removeItem(keyOf(account, address));
  } catch {
    // as above
  }
}

/** Whether anything at all is kept on this device. */
export function hasKeptTyping(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}
