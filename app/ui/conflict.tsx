import { useId, type ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { focusFirst } from './field.tsx';

interface ConflictProps {
  title?: string;
  stored: ReactNode;
  /** Undefined if the item was to be removed. */
  save: string | undefined;
  startAgain: string;
  onStartAgain: () => void;
}

export function Conflict({ title = 'Saved by someone else', stored, save, startAgain, onStartAgain }: ConflictProps) {
  const heading = useId();
  return (
    <section
      data-conflict
      {...focusFirst}
      tabIndex={-1}
      aria-labelledby={heading}
      className="border-accent bg-surface grid gap-3 border-l-4 p-4"
    >
      <h3 id={heading} className="text-base">
        {title}
      </h3>
      {stored}
      <p>
        {save
          ? `Yours is below. Choose ${save} to keep yours`
          : 'Nothing was removed. Choose the same button again to remove it all the same'}
        , or{' '}
        <Link to={startAgain} reloadDocument onClick={onStartAgain} className="text-link underline">
          go back to theirs
        </Link>
        .
      </p>
    </section>
  );
}

export function Facts({ of }: { of: Record<string, ReactNode> }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {Object.entries(of).map(([label, fact]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
