import { useEffect } from 'react';
import { leaveWithoutAsking } from '../../forms/typing/kept-typing.ts';
import { paths } from '../../paths.ts';
import { tryStorage } from '../../ui/try-storage.ts';

const TICK_MS = 30_000;

interface Known {
  email: string;
  role: string;
}

/**
 * Keeps the session of an open admin page alive: asks every 30 s while the page can be seen, which renews it when it is
 * near its end, and whenever the page is come back to. Once signed out, here or in another tab, it goes to the login page.
 * @param known whom the page was made for
 * @param onOther called when it is somebody else now, or when the role has changed
 */
export function useSession({ email, role }: Known, onOther: () => void): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const ask = () => fetch(paths.admin.session, { method: 'POST', signal }).catch(() => null);
    async function look() {
      if (document.visibilityState === 'hidden') return;
      let answer = await ask();
      // A request beside this one may have got new tokens: the next question goes with them.
      if (answer?.status === 401) answer = await ask();
      if (answer?.status === 401) return goToLogin();
      const now = answer?.ok ? ((await answer.json().catch(() => null)) as Known | null) : null;
      if (now && !signal.aborted && (now.email !== email || now.role !== role)) onOther();
    }
    const lookNow = () => void look();
    const timer = setInterval(lookNow, TICK_MS);
    addEventListener('storage', ({ key }) => key === SIGNED_OUT && goToLogin(), { signal });
    addEventListener('focus', lookNow, { signal });
    addEventListener('pageshow', (event) => event.persisted && lookNow(), { signal });
    document.addEventListener('visibilitychange', lookNow, { signal });
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [email, role, onOther]);
}

/** Loads the page again: its guard leads to the login page and remembers the address. What was typed is kept on the device. */
function goToLogin(): void {
  leaveWithoutAsking();
  location.assign(location.pathname + location.search);
}

const SIGNED_OUT = 'signed-out';

/** Tells the other tabs of this browser that the session has ended, or they notice at their next tick. */
export const tellSignedOut = (): void => tryStorage(() => localStorage.setItem(SIGNED_OUT, String(Date.now())));
