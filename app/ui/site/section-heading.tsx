import type { ReactNode } from 'react';

export function SectionHeading({ id, children, intro }: { id: string; children: ReactNode; intro?: ReactNode }) {
  return (
    <div className={`section-heading ${intro ? 'lg:grid lg:grid-cols-2 lg:items-end lg:gap-16' : ''}`}>
      <div>
        <h2 id={id} className="h2">
          {children}
        </h2>
        <div className="dim mt-4" aria-hidden />
      </div>
      {intro && <p className="text-muted max-w-[33em] max-lg:mt-4">{intro}</p>}
    </div>
  );
}
