import { useId } from 'react';
import { Link } from '@remix-run/react';

interface StatisticCardProps {
  title: string;
  /** Null when it could not be read. */
  value: number | string | null;
  text: string;
  to: string;
}

export function StatisticCard({ title, value, text, to }: StatisticCardProps) {
  const id = useId();
  const [titleId, valueId, textId] = ['title', 'value', 'text'].map((part) => `${id}${part}`);
  const shown = typeof value === 'number' ? value.toLocaleString('en') : (value ?? 'Not available');
  return (
    <div className="relative flex flex-[1_1_11rem] flex-wrap items-baseline gap-x-2 px-4 py-2.5">
      <h2 id={titleId} className="text-muted font-sans text-sm font-medium tracking-normal">
        {title}
      </h2>
      <Link
        id={valueId}
        to={to}
        prefetch="intent"
        className="font-display focus-visible:after:outline-focus justify-self-start [font-feature-settings:'tnum'] text-lg leading-[1.1] font-[720] capitalize after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2"
        aria-labelledby={`${titleId} ${valueId} ${textId}`}
      >
        {shown}
      </Link>
      <p id={textId} className="text-muted text-sm">
        {text}
      </p>
    </div>
  );
}
