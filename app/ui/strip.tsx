import type { ReactNode } from 'react';

/** Unlike a toast it is on every page, and cannot be closed. */
export function Strip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className="on-dark bg-navy-900 print:hidden">
      <div className="hazard" aria-hidden />
      <div className="px-[clamp(1rem,3vw,2rem)] py-2.5">{children}</div>
    </aside>
  );
}
