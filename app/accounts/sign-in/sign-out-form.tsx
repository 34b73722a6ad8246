import type { FormEvent, ReactNode } from 'react';
import { hasKeptTyping, leaveWithoutAsking } from '../../forms/typing/kept-typing.ts';
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
    // Only the redirect is needed: the page behind it is for browsers without JavaScript.
    const answer = await fetch(paths.logout, { method: 'POST', redirect: 'manual' }).catch(() => null);
    if (answer?.type !== 'opaqueredirect') return form.submit(); // shows the server's error page
    // What `Clear-Site-Data` does in browsers that know it.
    tryStorage(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    tellSignedOut();
    location.assign(paths.home);
  }
  return (
    <form method="post" action={paths.logout} onSubmit={(event) => void signOut(event)} className={className}>
      {children}
    </form>
  );
}
