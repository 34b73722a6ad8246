import type { ReactNode } from 'react';

interface SectionHeadingProps {
  id: string;
  children: ReactNode;
  intro?: ReactNode;
  className?: string;
}

export function SectionHeading({ id, children, intro, className = '' }: SectionHeadingProps) {
  return (
    <div className={`section-heading ${className}`}>
      <h2 id={id} className="h2">
        {children}
      </h2>
      <div className="dim mt-4" aria-hidden />
      {intro && <p className="text-muted mt-4 max-w-[33em]">{intro}</p>}
    </div>
  );
}
