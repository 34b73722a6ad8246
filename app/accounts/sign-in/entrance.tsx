import type { ReactNode } from 'react';

interface EntranceProps {
  title: string;
  /** Shown instead of the company's mark. */
  sign?: ReactNode;
  children: ReactNode;
}

const mark = <img src="/mark.svg" alt="" width="48" height="48" className="mb-4 dark:brightness-0 dark:invert" />;

export function Entrance({ title, sign = mark, children }: EntranceProps) {
  return (
    <main className="blueprint grid min-h-dvh place-items-center px-4 py-6">
      <div className="border-accent bg-bg shadow-navy-950/45 w-full max-w-104 rounded-sm border-t-4 p-[clamp(1.5rem,6vw,2.5rem)] shadow-[0_1.5rem_4rem]">
        {sign}
        <h1 className="text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  );
}

export function EntranceLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-6 [&+&]:mt-3">
      <a href={to} className="text-link underline underline-offset-4">
        {children}
      </a>
    </p>
  );
}
