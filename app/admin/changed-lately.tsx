import { Link } from '@remix-run/react';
import { Card } from '../ui/card.tsx';
import type { ChangedLine } from './activity/list-activities.server.ts';

export function ChangedLately({ lines }: { lines: ChangedLine[] }) {
  return (
    <Card id="changed-lately" title="Changed lately">
      <ul className="divide-border mt-2 divide-y">
        {lines.map(({ id, at, day, time, who, what, link }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1">
            {link ? (
              <Link to={link} className="text-link min-w-0 py-0.5 wrap-anywhere underline">
                {what}
              </Link>
            ) : (
              <span className="min-w-0 wrap-anywhere">{what}</span>
            )}
            <span className="text-muted text-sm wrap-anywhere">
              <time dateTime={at}>{`${day}, ${time}`}</time>
              {` by ${who}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
