import { ArrowLeftIcon } from '@heroicons/react/24/outline';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    // As high as its words from the start: on a slow connection they come after the arrow.
    <a href={to} className="link flex min-h-[calc(1lh+0.5rem)] w-fit items-center gap-2 py-1">
      <ArrowLeftIcon aria-hidden className="size-4" />
      {children}
    </a>
  );
}
