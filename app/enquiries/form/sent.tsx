import { PhoneLinks } from '../../ui/site/phone-links.tsx';

/** What a visitor is told of a message that has just been stored. */
export interface SentEnquiry {
  /** What the firm calls it. */
  reference: string | null;
  /** The names of files that came with it and could not be kept. */
  lost: string[];
}

/** That the message is there, and how to reach somebody sooner. */
export function Sent({
  thanks,
  company,
  reference,
}: {
  thanks: string | undefined;
  company: { phones: string[]; whatsapp: string };
  reference: string | null;
}) {
  return (
    <div className="border-ok bg-surface border-l-4 p-5">
      <p className="text-ok text-lg font-semibold">{thanks}</p>
      {reference ? (
        <p className="mt-1">
          Your reference: <strong className="whitespace-nowrap tabular-nums">{reference}</strong>
        </p>
      ) : null}
      <p className="mt-2 flex flex-wrap gap-x-5">
        <span className="py-1">Need us sooner?</span>
        <PhoneLinks {...company} className="link py-1" />
      </p>
    </div>
  );
}

/** Which files did not arrive, and how to send them all the same. */
export function LostFiles({ reference, lost, email }: SentEnquiry & { email: string }) {
  const about = reference ? `?subject=${encodeURIComponent(`Files for ${reference}`)}` : '';
  return (
    <div className="border-accent bg-surface border-l-4 p-5">
      <p className="font-semibold">
        {lost.length === 1 ? 'This file could not be kept:' : 'These files could not be kept:'}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {lost.map((name, n) => (
          <li key={n} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Please send {lost.length === 1 ? 'it' : 'them'} to{' '}
        <a className="link wrap-anywhere" href={`mailto:${email}${about}`}>
          {email}
        </a>
        {reference ? `, with ${reference} in the subject` : ''}.
      </p>
    </div>
  );
}
