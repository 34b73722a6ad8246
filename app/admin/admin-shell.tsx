import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link, useMatches, useRevalidator } from '@remix-run/react';
import { useRootData } from '../forms/root-data.ts';
import { AccountContext } from '../forms/typing/kept-typing.ts';
import { LeaveGuard } from '../forms/typing/leave-guard.tsx';
import { paths } from '../paths.ts';
import { StaffStrip } from '../maintenance/strips.tsx';
import { Strip } from '../ui/strip.tsx';
import { useSession } from '../accounts/sessions/use-session.ts';
import { reaches } from '../accounts/staff.schema.ts';
import type { ShellData } from './admin.layout.tsx';
import { Keys } from './keys.tsx';
import { LoadingSkeleton, useLoadingText } from './loading-skeleton.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useDoubleClickGuard } from './use-double-click-guard.ts';
import { useSidebar } from './use-sidebar.ts';

export function AdminShell({ children, ...shell }: ShellData & { children: ReactNode }) {
  const { email, role } = shell;
  const sidebar = useSidebar(shell.startsWide);
  const companyName = useRootData()?.company.name ?? '';
  const { revalidate } = useRevalidator();
  const account = useSession({ email, role }, revalidate);
  useDoubleClickGuard();
  const loading = useLoadingText(role);
  const main = useFocusOnNewPage();
  return (
    <div className="admin print:block" data-sidebar={sidebar.isWide ? 'wide' : 'collapsed'}>
      <a href="#main" className="skip-link btn btn-primary print:hidden">
        Skip to content
      </a>
      <Sidebar {...shell} companyName={companyName} sidebar={sidebar} />
      <div ref={useInert(sidebar.isSheetOpen, sidebar.opener)} className="min-w-0">
        <TopBar email={email} role={role} companyName={companyName} sidebar={sidebar} />
        {shell.hasFirstPassword ? (
          <Strip label="First password">
            This account still has the password that was printed at the first start.{' '}
            <Link to={paths.admin.account} className="text-link font-semibold underline underline-offset-4">
              Change it now
            </Link>
          </Strip>
        ) : null}
        {shell.isUnderMaintenance ? <StaffStrip isAdmin={reaches(role, 'admin')} /> : null}
        <main id="main" ref={main} tabIndex={-1} aria-busy={loading !== null || undefined} className="admin-main">
          <div role="status" aria-label="Page state">
            {loading !== null && <LoadingSkeleton text={loading} />}
          </div>
          <div hidden={loading !== null}>
            <AccountContext.Provider value={account}>{children}</AccountContext.Provider>
          </div>
        </main>
      </div>
      {shell.hasKeys ? <Keys /> : null}
      <LeaveGuard />
    </div>
  );
}

/** Focuses the content of a new page, unless the focus is in there already. Dialogs manage their own. */
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

/** React 18 does not know `inert`. Afterwards the opener gets the focus. */
function useInert(isInert: boolean, opener: RefObject<HTMLElement>) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wasInert = element.current?.hasAttribute('inert');
    element.current?.toggleAttribute('inert', isInert);
    if (wasInert && !isInert) opener.current?.focus();
  }, [isInert, opener]);
  return element;
}
