import { useEffect } from 'react';
import { leaveWithoutAsking } from '../../forms/typing/open-forms.ts';
import { paths } from '../../paths.ts';
import { onSignedOut } from './signed-out.ts';

const TICK_MS = 30_000;

/**
 * Without asking: whatever has been typed is kept on the device. By way of the page itself, whose guard leads to the login
 * page and remembers where that was.
 */
function goToLogin(): void {
  leaveWithoutAsking();
  location.assign(location.pathname + location.search);
}

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
      // Beside a request that got new tokens the old ones were sent: the next question goes with the new.
      if (answer?.status === 401) answer = await ask();
      if (answer?.status === 401) return goToLogin();
      const now = answer?.ok ? ((await answer.json().catch(() => null)) as Known | null) : null;
      if (now && !signal.aborted && (now.email !== email || now.role !== role)) onOther();
    }
    const lookNow = () => void look();
    const timer = setInterval(lookNow, TICK_MS);
    const unhear = onSignedOut(goToLogin);
    addEventListener('focus', lookNow, { signal });
    addEventListener('pageshow', (event) => event.persisted && lookNow(), { signal });
    document.addEventListener('visibilitychange', lookNow, { signal });
    return () => {
      clearInterval(timer);
      unhear();
      ended.abort();
    };
  }, [email, role, onOther]);
}
