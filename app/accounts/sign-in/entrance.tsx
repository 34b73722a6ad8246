import type { ReactNode } from 'react';

/** The panel of a page on the way into the staff area. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="entrance blueprint">
      <div className="entrance-panel">
        <img src="/mark.svg" alt="" width="48" height="48" className="mb-4 dark:brightness-0 dark:invert" />
        <h1 className="text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** A way on from such a page. */
export function EntranceLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-6 [&+&]:mt-3">
      <a href={to} className="text-link underline underline-offset-4">
        {children}
      </a>
    </p>
  );
}
