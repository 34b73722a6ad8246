import { Link } from '@remix-run/react';
import type { AnswerSpeed } from '../enquiries/answer-speed.server.ts';
import { hoursText, longDuration } from '../enquiries/reminders/answer-clock.ts';
import { AnswerState } from '../enquiries/conversation/answer-state.tsx';
import { countText } from '../enquiries/inbox/inbox.ts';
import { paths } from '../paths.ts';
import type { readWaitingEnquiries } from './dashboard.server.ts';
import { localDateTime } from '../time/dates.ts';

type WaitingEnquiriesProps = Awaited<ReturnType<typeof readWaitingEnquiries>> & { now: number };

export function WaitingEnquiries({ waiting, overdue, lastAnswer, first, now }: WaitingEnquiriesProps) {
  const [oldest] = first;
  if (!waiting || !oldest)
    return (
      <p className="card p-5">
        <span className="font-display text-ok text-xl font-semibold">Nothing waits.</span>{' '}
        {lastAnswer === null ? null : (
          <span className="text-muted">The last answer was given {localDateTime(new Date(lastAnswer))}.</span>
        )}
      </p>
    );
  const age = longDuration(now - oldest.waitsMs);
  const that = 'text-link underline';
  return (
    <section
      aria-label="Enquiries that wait"
      className={`card grid gap-3 border-l-4 p-5 ${overdue ? 'border-l-danger' : 'border-l-accent'}`}
    >
      <p className="font-display text-xl font-semibold text-balance sm:text-2xl">
        <Link to={paths.admin.messagesThatWait} prefetch="intent" className={that}>
          {waiting === 1 ? '1 enquiry is waiting.' : `${waiting.toLocaleString('en-US')} enquiries are waiting.`}
        </Link>{' '}
        <Link to={`${paths.admin.message(oldest.id)}?view=waiting`} prefetch="intent" className={that}>
          {waiting === 1 ? `It has waited ${age}.` : `The oldest has waited ${age}.`}
        </Link>{' '}
        {overdue ? (
          <Link to={paths.admin.messagesThatWait} prefetch="intent" className={that}>
            {overdue === 1 ? '1 is overdue.' : `${countText(overdue)} are overdue.`}
          </Link>
        ) : null}
      </p>
      <ul className="divide-border @container divide-y">
        {first.map((message) => (
          <li key={message.id} className="flex flex-wrap items-baseline gap-x-4 py-1">
            <Link
              to={`${paths.admin.message(message.id)}?view=waiting`}
              prefetch="intent"
              dir="auto"
              className="text-link py-0.5 font-medium wrap-anywhere underline"
            >
              {message.subject}
            </Link>
            <span className="text-muted min-w-0 basis-full text-sm wrap-anywhere @xl:flex-1">
              <bdi>{[message.name, message.company].filter(Boolean).join(', ')}</bdi>
            </span>
            <AnswerState of={message} now={now} className="text-sm font-semibold whitespace-nowrap" />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AnswerSpeedLine({ came, inADay, halfMs }: AnswerSpeed) {
  const many = inADay.toLocaleString('en-US');
  const within = halfMs === null ? '' : `answered within ${hoursText(halfMs)}`;
  const ofOne = within ? `It was ${within}.` : 'It has no answer yet.';
  const ofMany = within
    ? `Half were ${within}, ${many} within 24 hours.`
    : `Most have no answer yet; ${many} ${inADay === 1 ? 'was' : 'were'} answered within 24 hours.`;
  return (
    <p className="text-muted">
      {`In the last 90 days ${came === 1 ? `1 enquiry came. ${ofOne}` : `${came.toLocaleString('en-US')} enquiries came. ${ofMany}`}`}
    </p>
  );
}
