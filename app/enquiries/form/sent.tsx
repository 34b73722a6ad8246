import { ListItems } from '../../content/texts/list-items.tsx';
import { mailHref } from '../../ui/contact-links.ts';
import { PhoneLinks } from '../../ui/site/phone-links.tsx';

export interface SentEnquiry {
  reference: string | null;
  /** The names of files that could not be stored. */
  lost: string[];
}

type SentProps = Pick<SentEnquiry, 'reference'> & {
  thanks: string | undefined;
  company: { phones: string[]; whatsapp: string };
};

export function Sent({ thanks, company, reference }: SentProps) {
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

export const WasSent = ({ at, reference, texts }: SentEnquiry & { at: string; texts: Record<string, string> }) => (
  <div className="border-ok bg-surface border-l-4 p-5">
    <p className="text-ok text-lg font-semibold tabular-nums">
      {`Sent${at}${reference ? ', reference ' : ''}`}
      <span className="whitespace-nowrap">{reference}</span>
    </p>
    <h2 className="h3 mt-4 lg:hidden">{texts.enquiry_next_heading}</h2>
    <ol className="mt-2 list-decimal pl-5 lg:hidden">
      <ListItems of={texts.enquiry_next_steps} />
    </ol>
  </div>
);

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
        <a className="link wrap-anywhere" href={mailHref(email) + about}>
          {email}
        </a>
        {reference ? `, with ${reference} in the subject` : ''}.
      </p>
    </div>
  );
}
