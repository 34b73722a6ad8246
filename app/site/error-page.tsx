import { Link } from '@remix-run/react';
import { errorTexts } from '../http/error-texts.ts';
import { paths } from '../paths.ts';
import { telephoneHref } from './contact-links.ts';
import { buttonClass } from '../ui/button.tsx';

/** The title of a page for this failure. */
export const errorTitle = (status: number): string => errorTexts(status)[0];

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
  const [title, text] = errorTexts(status);
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
