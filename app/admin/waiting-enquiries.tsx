import { Link } from '@remix-run/react';
import { duration } from '../contact/answer-clock.ts';
import { paths } from '../paths.ts';

interface WaitingEnquiriesProps {
  waiting: number;
  overdue: number;
  /** When the oldest of them came, and now, in milliseconds since the epoch. */
  oldest: number | null;
  now: number;
}

/** The sentence that the dashboard opens with: what waits for an answer, and what is late. */
export function WaitingEnquiries({ waiting, overdue, oldest, now }: WaitingEnquiriesProps) {
  if (!waiting || oldest === null)
    return <p className="card text-ok p-5 font-semibold">No enquiry waits for an answer.</p>;
  const age = duration(now - oldest, Math.floor);
  const parts = [
    waiting === 1 ? '1 waits' : `${waiting.toLocaleString('en-US')} wait`,
    waiting === 1 ? `for ${age}` : `the oldest for ${age}`,
    ...(overdue ? [`${overdue.toLocaleString('en-US')} overdue`] : []),
  ];
  return (
    <p className={`card border-l-4 p-5 text-lg font-semibold ${overdue ? 'border-l-danger' : 'border-l-accent'}`}>
      <Link to={paths.admin.messagesThatWait} prefetch="intent" className="text-link underline">
        {parts.join(' · ')}
      </Link>
    </p>
  );
}
