import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from '@remix-run/react';
import { ArrowUpIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const BACK_TO_TOP_AFTER_PX = 300;

interface SiteShellProps {
  /** The texts of page `footer`: company name and ways to reach it included. */
  footer: Record<string, string>;
  year: number;
  children: ReactNode;
}

/** Header, footer and everything around a public page. */
export function SiteShell({ footer, year, children }: SiteShellProps) {
  const main = useFocusOnNewPage();
  const isLoading = useNavigation().state === 'loading';
  return (
    <>
      <a href="#main" className="skip-link btn btn-primary">
        Skip to content
      </a>
      <SiteHeader companyName={footer.company_name ?? ''} phone={footer.phone_1 ?? ''} />
      <LoadingNote />
      <main id="main" ref={main} tabIndex={-1} aria-busy={isLoading || undefined} className="outline-none">
        {children}
      </main>
      <SiteFooter texts={footer} year={year} />
      <BackToTop />
    </>
  );
}

/** Says what is being loaded once a change of page takes longer than a moment. */
function LoadingNote() {
  const { state, location } = useNavigation();
  const text = location?.pathname === paths.services ? 'Loading services...' : 'Loading...';
  return (
    <>
      {state === 'loading' && <div className="progress" aria-hidden />}
      <div role="status" className="pointer-events-none fixed inset-x-0 top-22 z-50 flex justify-center">
        {state === 'loading' && (
          <span className="appear-late border-steel-500 bg-navy-900 font-display rounded-sm border px-4 py-2 font-semibold text-white shadow-lg">
            {text}
          </span>
        )}
      </div>
    </>
  );
}

/** After a change of page the keyboard and screen readers go on at its content, as after a full load. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function BackToTop() {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const look = () => setVisible(scrollY > BACK_TO_TOP_AFTER_PX);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  if (!isVisible) return null;
  return (
    <button
      type="button"
      aria-label="Back to top"
      title="Back to top"
      onClick={() => {
        const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
      }}
      className="border-steel-500 bg-navy-900 hover:bg-navy-700 fixed right-4 bottom-4 z-30 grid size-12 cursor-pointer place-items-center rounded-sm border text-white shadow-lg print:hidden"
    >
      <ArrowUpIcon aria-hidden className="size-5" />
    </button>
  );
}
