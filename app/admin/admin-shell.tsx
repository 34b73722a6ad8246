import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useMatches, useRevalidator } from '@remix-run/react';
import { useRootData } from '../forms/root-data.ts';
import { AccountContext } from '../forms/typing/account-context.ts';
import { LeaveGuard } from '../forms/typing/leave-guard.tsx';
import { useSession } from '../accounts/sessions/use-session.ts';
import type { Role } from '../accounts/staff.schema.ts';
import { LoadingSkeleton, useLoadingText } from './loading-skeleton.tsx';
import { Sidebar } from './sidebar.tsx';
import { FirstPasswordStrip } from '../accounts/passwords/first-password-strip.tsx';
import { TopBar } from './top-bar.tsx';
import { useDoubleClickGuard } from './use-double-click-guard.ts';
import { useSidebar } from './use-sidebar.ts';

interface AdminShellProps {
  email: string;
  role: Role;
  /** Whether the password is still the one that the first start has printed. */
  hasFirstPassword: boolean;
  /** Whether they may go anywhere from here. */
  hasSections: boolean;
  /** Whether the sidebar was left wide. */
  startsWide: boolean;
  /** How many enquiries wait for an answer; null where that is not shown. */
  waiting: number | null;
  children: ReactNode;
}

/** Sidebar, top bar and the place for a page of the admin area. */
export function AdminShell(props: AdminShellProps) {
  const { email, role, hasFirstPassword, hasSections, startsWide, waiting, children } = props;
  const { isWide, toggleWidth, isSheetOpen, openSheet, closeSheet, opener, isScripted } = useSidebar(startsWide);
  const companyName = useRootData()?.company.name ?? '';
  const { revalidate } = useRevalidator();
  useSession({ email, role }, revalidate);
  useDoubleClickGuard();
  const loading = useLoadingText(role);
  const main = useFocusOnNewPage();
  const behind = useInert(isSheetOpen, opener);
  return (
    <div className="admin" data-sidebar={isWide ? 'wide' : 'collapsed'}>
      <a href="#main" className="skip-link btn btn-primary">
        Skip to content
      </a>
      <Sidebar
        email={email}
        role={role}
        hasSections={hasSections}
        companyName={companyName}
        waiting={waiting}
        isSheetOpen={isSheetOpen}
        onCloseSheet={closeSheet}
      />
      <div ref={behind} className="min-w-0">
        <TopBar
          email={email}
          role={role}
          companyName={companyName}
          isWide={isWide}
          onToggleWidth={toggleWidth}
          isSheetOpen={isSheetOpen}
          onOpenSheet={openSheet}
          sheetOpener={opener}
          isScripted={isScripted}
        />
        {hasFirstPassword ? <FirstPasswordStrip /> : null}
        <main id="main" ref={main} tabIndex={-1} aria-busy={loading !== null || undefined} className="admin-main">
          <div role="status" aria-label="Page state">
            {loading !== null && <LoadingSkeleton text={loading} />}
          </div>
          <div hidden={loading !== null}>
            <AccountContext.Provider value={email}>{children}</AccountContext.Provider>
          </div>
        </main>
      </div>
      <LeaveGuard />
    </div>
  );
}

/**
 * On a new page, moves the focus to the content, unless something in it has the focus. Dialogs are routes within a page
 * and manage their own.
 */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const page = useMatches()[2]?.id; // after the root and this shell
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [page]);
  return main;
}

/**
 * Makes the page behind an open sheet inert, and afterwards gives the focus back to the element that opened the sheet.
 */
function useInert(isInert: boolean, opener: RefObject<HTMLElement>) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wasInert = element.current?.hasAttribute('inert');
    element.current?.toggleAttribute('inert', isInert); // React 18 does not know the attribute
    if (wasInert && !isInert) opener.current?.focus();
  }, [isInert, opener]);
  return element;
}
