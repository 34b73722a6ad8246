import type { FormEvent, ReactNode } from 'react';
import { hasKeptTyping, leaveWithoutAsking } from '../../forms/typing/kept-typing.ts';
import { THEME_KEY } from '../../http/theme.ts';
import { paths } from '../../paths.ts';
import { tryStorage } from '../../ui/try-storage.ts';
import { tellSignedOut } from '../sessions/use-session.ts';

const LOSS = 'You have unsaved changes on this device. Signing out will delete them. Sign out anyway?';

export function SignOutForm({ className, children }: { className?: string; children: ReactNode }) {
  async function signOut(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (hasKeptTyping() && !window.confirm(LOSS)) return;
    leaveWithoutAsking();
    const theme = tryStorage(() => localStorage.getItem(THEME_KEY));
    // Only the redirect is needed: the page behind it is for browsers without JavaScript.
    const answer = await fetch(paths.logout, { method: 'POST', redirect: 'manual' }).catch(() => null);
    if (answer?.type !== 'opaqueredirect') return form.submit(); // shows the server's error page
    tryStorage(() => forgetDevice(theme));
    tellSignedOut();
    location.assign(paths.home);
  }
  return (
    <form method="post" action={paths.logout} onSubmit={(event) => void signOut(event)} className={className}>
      {children}
    </form>
  );
}

/** Does what `Clear-Site-Data` does in browsers that know it, but keeps the chosen theme. */
function forgetDevice(theme: string | null | undefined): void {
  localStorage.clear();
  sessionStorage.clear();
  if (theme) localStorage.setItem(THEME_KEY, theme);
}
