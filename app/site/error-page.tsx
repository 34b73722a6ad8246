import { Link } from '@remix-run/react';
import { paths } from '../paths.ts';
import { telephoneHref } from './contact-links.ts';
import { buttonClass } from '../ui/button.tsx';

const texts: Record<number, [title: string, text: string]> = {
  400: ['That request could not be understood', 'Please go back and try again.'],
  403: [
    'That request was not accepted',
    'It did not come from a page of this site. Please go back, reload the page and try again.',
  ],
  404: [
    '404 Page Not Found',
    "Sorry, we couldn't find the page you're looking for. The page may have been moved or doesn't exist.",
  ],
  413: ['That is too large to send', 'Please shorten the text or choose a smaller file, and try again.'],
  429: ['Too many tries', 'Please wait a few minutes and try again.'],
  503: ['This is not available just now', 'Please try again in a minute.'],
};
/** The title of a page for this failure. */
export const errorTitle = (status: number): string => (texts[status] ?? UNEXPECTED)[0];

const UNEXPECTED = ['Something went wrong', 'It has been noted. Please try again, or reach us directly.'] as const;

/** A page for a request that failed. `reference` finds it in the log. */
export function ErrorPage({
  status,
  reference,
  company,
}: {
  status: number;
  reference?: string;
  company?: { name: string; phones: string[]; email: string };
}) {
  const [title, text] = texts[status] ?? UNEXPECTED;
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-5 px-5 py-12">
      <img src="/mark.svg" alt="" width="56" height="56" />
      {/* Status and reference are known to the server alone: in the browser its words stay. */}
      <h1 className="text-3xl" suppressHydrationWarning>
        {title}
      </h1>
      <p suppressHydrationWarning>{text}</p>
      {company ? (
        <p>
          <a className="underline" href={telephoneHref(company.phones[0] ?? '')}>
            {company.phones[0]}
          </a>{' '}
          ·{' '}
          <a className="underline" href={`mailto:${company.email}`}>
            {company.email}
          </a>
        </p>
      ) : null}
      <Link to={paths.home} className={buttonClass('primary')} reloadDocument>
        Return to Home
      </Link>
      <p className="text-muted text-sm" suppressHydrationWarning>
        {reference ? `Reference: ${reference}` : ''}
      </p>
    </main>
  );
}
