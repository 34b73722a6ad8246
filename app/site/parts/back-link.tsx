import { ArrowLeftIcon } from '@heroicons/react/24/outline';

/** The way back in a title band. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="link inline-flex items-center gap-2 py-1">
      <ArrowLeftIcon aria-hidden className="size-4" />
      {children}
    </a>
  );
}
