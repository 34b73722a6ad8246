import { Link } from '@remix-run/react';
import { activityKinds } from '../../audit/activity.schema.ts';
import type { ActivityLine } from './list-activities.server.ts';

const isWarning = (kind: string): kind is 'sign-in-failed' | 'sign-in-refused' =>
  kind === 'sign-in-failed' || kind === 'sign-in-refused';

export function ActivityList({ lines }: { lines: ActivityLine[] }) {
  const days = new Set(lines.map(({ day }) => day));
  return (
    <div className="grid gap-6">
      {[...days].map((day) => (
        <section key={day} aria-label={day}>
          <h2 className="text-base">{day}</h2>
          <ol className="card divide-border mt-2 divide-y">
            {lines.map((line) => (line.day === day ? <Line key={line.id} {...line} /> : null))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Line({ at, time, kind, who, what, address, link }: ActivityLine) {
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 lg:grid-cols-[3.25rem_minmax(0,1fr)_minmax(0,18rem)_8.5rem] lg:items-baseline">
      <time dateTime={at} className="text-muted row-span-2 tabular-nums lg:row-span-1">
        {time}
      </time>
      <p className="wrap-anywhere">
        {link ? (
          <Link to={link} prefetch="intent" className="text-link underline">
            {what}
          </Link>
        ) : (
          <span className={isWarning(kind) ? 'text-danger font-medium' : ''}>{what}</span>
        )}
        {isWarning(kind) ? <span className="sr-only">{` (${activityKinds[kind]})`}</span> : null}
      </p>
      <p className="text-muted col-start-2 flex flex-wrap gap-x-3 text-sm lg:contents">
        <span className="wrap-anywhere">
          <span className="sr-only">by </span>
          {who}
        </span>
        {address ? (
          <span className="wrap-anywhere tabular-nums lg:text-right">
            <span className="sr-only">from </span>
            {address}
          </span>
        ) : null}
      </p>
    </li>
  );
}
