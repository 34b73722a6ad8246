const NAME = 'signed-out';
let isOurs = false; // a channel's own tab hears it as well

/** Tells the other tabs of this browser that the session has ended. */
export function tellSignedOut(): void {
  isOurs = true;
  try {
    const channel = new BroadcastChannel(NAME);
    channel.postMessage(null);
    channel.close();
  } catch {
    // browsers without it hear of the change of local storage
  }
  try {
    localStorage.setItem(NAME, String(Date.now()));
  } catch {
    // storage may be forbidden; what remains is the regular look at the session
  }
}

/**
 * Calls `heard` when another tab has signed out.
 * @returns a function that ends it
 */
export function onSignedOut(heard: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === NAME && heard();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  if (channel) channel.onmessage = () => isOurs || heard();
  addEventListener('storage', onStorage);
  return () => {
    channel?.close();
    removeEventListener('storage', onStorage);
  };
}
