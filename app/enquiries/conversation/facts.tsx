import { Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import type { MessageDetails } from '../inbox/inbox.ts';
import { otherParts, partLabels, partText } from '../receive/enquiry-parts.ts';
import { timelineWords } from './timeline-item.tsx';

/** What else is known of an enquiry, and what was done about it: folded below the letter. */
export function Facts({ of: message }: { of: MessageDetails }) {
  const { email, received, reference, timeline } = message;
  const facts = [
    ['Reference', reference],
    ...otherParts.map((part) => [partLabels[part], partText(message, part)]),
    ['Received', received],
    ...(message.mail ? [['Consent', 'by mail']] : []),
  ];
  return (
    <details className="border-border border-t pt-4">
      <summary className="text-link cursor-pointer font-semibold">Details and activity</summary>
      <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(([label, fact]) => (
          <div key={label} className="contents">
            <dt className="text-muted max-sm:mt-1.5 max-sm:text-sm">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 text-base">Activity</h3>
      <ol className="mt-1 grid gap-1 text-sm">
        {timeline.map(({ id, kind, detail, at, who }) => (
          <li key={id ?? kind}>
            <span className="font-semibold">{detail ? `${timelineWords[kind]} ${detail}` : timelineWords[kind]}</span>
            <span className="text-muted wrap-anywhere">{[at && `, ${at}`, who && ` by ${who}`]}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4">
        <Link to={paths.admin.person(email)} className="text-link underline">
          Everything stored about this person
        </Link>
      </p>
    </details>
  );
}
