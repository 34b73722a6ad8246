import type { FormEvent, ReactNode } from 'react';
import { paths } from '../paths.ts';
import { tellSignedOut } from './signed-out.ts';

/** Signs out and goes to the home page; with JavaScript the other tabs hear of it as well. */
export function SignOutForm({ className, children }: { className?: string; children: ReactNode }) {
  async function signOut(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Who is signed out is sent on, for browsers without JavaScript: a redirect is all that is wanted.
    const answer = await fetch(paths.logout, { method: 'POST', redirect: 'manual' }).catch(() => null);
    if (answer?.type !== 'opaqueredirect') return form.submit(); // then the browser itself says what is wrong
    tellSignedOut();
    location.assign(paths.home);
  }
  return (
    <form method="post" action={paths.logout} onSubmit={(event) => void signOut(event)} className={className}>
      {children}
    </form>
  );
}
