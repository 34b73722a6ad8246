import type { ReactNode } from 'react';
import { ArrowUpIcon } from '@heroicons/react/24/outline';
import { useRenderContext } from '../../render/render-context.ts';
import { PreviewStrip } from '../../maintenance/strips.tsx';
import { MAINTENANCE_TITLE } from '../../maintenance/site-status.ts';
import { EditTexts } from '../../content/texts/on-the-page/text-links.tsx';
import { paths } from '../../paths.ts';
import type { loader } from '../site.layout.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

type SiteShellProps = Omit<Awaited<ReturnType<typeof loader>>, 'preview'> & { children: ReactNode };

export function SiteShell({ footer, year, tagManagerId, isLooking, children }: SiteShellProps) {
  const { screen = '' } = useRenderContext();
  const { company_name: companyName = '', phone_1: phone = '' } = footer;
  return (
    <live-status
      data-events={paths.events}
      data-screen-title={`${MAINTENANCE_TITLE} | ${companyName}`}
      data-looking={isLooking}
    >
      <div data-page>
        <a href="#main" className="skip-link btn btn-primary print:hidden">
          Skip to content
        </a>
        {tagManagerId ? <tag-manager data-id={tagManagerId} data-more={paths.countingVisits} /> : null}
        {isLooking ? <PreviewStrip /> : null}
        <SiteHeader companyName={companyName} phone={phone} />
        <LoadingNote />
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <EditTexts of={['footer.company', 'footer.buttons', 'footer.reach', 'footer.end']} />
        <SiteFooter texts={footer} year={year} />
        <BackToTop />
      </div>
      <template dangerouslySetInnerHTML={{ __html: screen }} suppressHydrationWarning />
    </live-status>
  );
}

function LoadingNote() {
  return (
    <page-loading data-services={paths.services}>
      <div data-part hidden className="progress" aria-hidden />
      <div role="status" className="pointer-events-none fixed inset-x-0 top-22 z-50 flex justify-center">
        <span
          data-part
          hidden
          className="border-steel-500 bg-navy-900 font-display appear-late rounded-sm border px-4 py-2 font-semibold text-white shadow-lg"
        />
      </div>
    </page-loading>
  );
}

function BackToTop() {
  return (
    <back-to-top hidden suppressHydrationWarning>
      <button
        type="button"
        aria-label="Back to top"
        title="Back to top"
        className="border-steel-500 bg-navy-900 hover:bg-navy-700 fixed right-4 bottom-4 z-30 grid size-12 cursor-pointer place-items-center rounded-sm border text-white shadow-lg print:hidden"
      >
        <ArrowUpIcon aria-hidden className="size-5" />
      </button>
    </back-to-top>
  );
}
