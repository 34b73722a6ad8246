import type { ReactNode } from 'react';
import { useLocation } from '@remix-run/react';
import { errorTexts } from '../../http/refusals/error-texts.ts';
import { paths } from '../../paths.ts';
import { mailHref, telephoneHref } from '../contact-links.ts';
import { Mark } from '../mark.tsx';

export const errorTitle = (status: number): string => errorTexts(status)[0];

interface ErrorPageProps {
  status: number;
  reference?: string;
  company?: { name: string; phones: string[]; email: string };
  /** Replaces the texts for the status. */
  says?: readonly [title: string, text: string];
  children?: ReactNode;
}

/** Plain links only: it must work when little else does. */
export function ErrorPage({ status, reference, company, says = errorTexts(status), children }: ErrorPageProps) {
  const { pathname, search } = useLocation();
  const [title, text] = says;
  const phone = company?.phones[0];
  return (
    <div className="flex min-h-svh flex-col" data-status={status} data-reference={reference}>
      <div className="hazard" aria-hidden />
      <main id="main" className="blueprint on-dark flex flex-1 items-center">
        <div className="wrap py-12">
          <p className="font-display flex items-center gap-3 text-lg font-semibold text-white">
            <Mark />
            {company?.name}
          </p>
          <h1 className="h1 mt-8 text-white">{title}</h1>
          <p className="lead mt-5 max-w-[33em] text-mist-100">{text}</p>
          <div className="mt-5 empty:hidden">{children}</div>
          <div className="mt-7 flex flex-wrap gap-3">
            {status >= 500 ? (
              <a href={pathname + search} className="btn btn-primary">
                Try again
              </a>
            ) : null}
            <a href={paths.home} className={`btn ${status >= 500 ? 'btn-light' : 'btn-primary'}`}>
              Return to Home
            </a>
          </div>
          {company && phone ? (
            <p className="mt-10 flex flex-wrap gap-x-6 text-mist-100">
              <a className="link py-1 tabular-nums" href={telephoneHref(phone)}>
                {phone}
              </a>
              <a className="link py-1" href={mailHref(company.email)}>
                {company.email}
              </a>
            </p>
          ) : null}
          {status >= 500 && reference ? <p className="text-muted mt-4 text-sm">{`Reference: ${reference}`}</p> : null}
        </div>
      </main>
    </div>
  );
}
