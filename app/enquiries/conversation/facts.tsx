import { paths } from '../../paths.ts';
import type { MessageDetails } from './find-message.server.ts';
import { cameByText } from '../receive/enquiry-options.ts';
import { otherParts, partLabels, partText } from '../receive/enquiry-parts.ts';
import { nameEntry } from './timeline-item.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export function Facts({ of: message }: { of: MessageDetails }) {
  const { email, received, reference, timeline, cameBy, loggedBy } = message;
  const facts = [
    ['Reference', reference],
    ...otherParts.map((part) => [partLabels[part], partText(message, part)]),
    ['Received', cameBy ? `${received}, ${cameByText(cameBy)}, logged by ${loggedBy}` : received],
    ...(message.mail ? [['Consent', 'by mail']] : []),
  ];
  return (
    <details className="border-border border-t pt-4 not-open:print:hidden">
      <summary className="text-link cursor-pointer py-0.5 font-semibold">Details and activity</summary>
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
        {timeline.map(({ id, kind, at, who, ...what }) => (
          <li key={id ?? kind}>
            <span className="font-semibold">{nameEntry({ kind, ...what })}</span>
            <span className="text-muted wrap-anywhere">{[at && `, ${at}`, who && ` by ${who}`]}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4">
        {email ? (
          <TextLink to={paths.admin.person(email)}>Everything stored about this person</TextLink>
        ) : (
          'Without an email address nothing else is known of this person. To erase it, move the message to the trash.'
        )}
      </p>
    </details>
  );
}
