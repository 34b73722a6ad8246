import { useEffect, useRef } from 'react';
import { leaveWithoutAsking } from '../../forms/typing/kept-typing.ts';
import { paths } from '../../paths.ts';
import { tryStorage } from '../../ui/try-storage.ts';

const TICK_MS = 30_000;

type Known = Record<'email' | 'role', string>;

/**
 * Keeps the session of an open admin page alive: asks every 30 s while the page is visible, and when it becomes visible
 * again. Goes to the login page after signing out, also in another tab.
 * @param onOther called when another account has signed in, or the role has changed
 * @returns the account that opened the page. Once it is another one's, the page is loaded anew: in its forms, and in the
 * answers to them, is what the first one has typed
 */
export function useSession({ email, role }: Known, onOther: () => void): string {
  const { current: opener } = useRef(email);
  useEffect(() => {
    if (email !== opener) loadAnew();
  }, [email, opener]);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const ask = () => fetch(paths.admin.session, { method: 'POST', signal }).catch(() => null);
    async function look() {
      if (document.visibilityState === 'hidden') return;
      let answer = await ask();
      // Asks a second time: another request may have got new tokens meanwhile.
      if (answer?.status === 401) answer = await ask();
      if (answer?.status === 401) return loadAnew();
      const now = answer?.ok ? ((await answer.json().catch(() => null)) as Known | null) : null;
      if (now && !signal.aborted && (now.email !== email || now.role !== role)) onOther();
    }
    const lookNow = () => void look();
    const timer = setInterval(lookNow, TICK_MS);
    addEventListener('storage', ({ key }) => key === SIGNED_OUT && loadAnew(), { signal });
    addEventListener('focus', lookNow, { signal });
    addEventListener('pageshow', (event) => event.persisted && lookNow(), { signal });
    document.addEventListener('visibilitychange', lookNow, { signal });
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [email, role, onOther]);
  return opener;
}

/** The guard of the page redirects to the login page and remembers the address. Typing is kept on the device. */
function loadAnew(): void {
  leaveWithoutAsking();
  location.assign(location.pathname + location.search);
}

const SIGNED_OUT = 'signed-out';

/** Tells other tabs, which would notice it only at their next tick. */
export const tellSignedOut = (): void => tryStorage(() => localStorage.setItem(SIGNED_OUT, String(Date.now())));
