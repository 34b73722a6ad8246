import { useEffect, useRef, useState } from 'react';
import { Link, NavLink } from '@remix-run/react';
import { ArrowRightStartOnRectangleIcon, UserCircleIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { ThemeToggle } from '../site/frame/theme-toggle.tsx';
import { SignOutForm } from '../accounts/sign-in/sign-out-form.tsx';
import { Mark } from '../ui/mark.tsx';
import { sectionsFor } from './sections.ts';
import { SIDEBAR_ID, type SidebarState } from './use-sidebar.ts';
import type { ShellData } from './admin.layout.tsx';

export interface SidebarProps extends ShellData {
  companyName: string;
  sidebar: SidebarState;
}

/** Beside the content on large screens. On small ones a sheet, which a plain link to its id opens as well. */
export function Sidebar({ email, role, hasSections, companyName, waiting, sidebar }: SidebarProps) {
  const { isSheetOpen, setSheetOpen } = sidebar;
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSheetOpen) sheet.current?.querySelector('a')?.focus();
  }, [isSheetOpen]);
  const tips = useTips();
  const close = (event: React.MouseEvent) => {
    if (!isSheetOpen) return; // opened by the plain link: closed by another
    event.preventDefault();
    setSheetOpen(false);
  };
  return (
    <>
      <div
        ref={sheet}
        id={SIDEBAR_ID}
        className="sidebar on-dark print:hidden"
        data-open={isSheetOpen || undefined}
        {...tips}
        {...(isSheetOpen ? { role: 'dialog', 'aria-modal': true, 'aria-label': 'Menu' } : {})}
      >
        <div className="border-navy-700 border-b pb-2">
          <a
            href="#main"
            className="hover:bg-navy-800 ml-auto grid size-10 place-items-center rounded-sm md:hidden"
            aria-label="Close menu"
            onClick={close}
          >
            <XMarkIcon aria-hidden className="size-6" />
          </a>
          <Link to={paths.home} className="sidebar-item" aria-label={`${companyName}, public site`} reloadDocument>
            <Mark className="sidebar-icon" />
            <span className="sidebar-label font-display font-semibold">{companyName}</span>
          </Link>
        </div>
        <div className="grow">
          {hasSections && (
            <nav aria-label="Admin">
              <ul className="grid gap-1">
                {sectionsFor(role).map(({ to, name, Icon }) => (
                  <li key={to}>
                    <NavLink to={to} prefetch="intent" className="sidebar-item" onClick={() => setSheetOpen(false)}>
                      <Icon aria-hidden className="sidebar-icon" />
                      <span className="sidebar-label">{name}</span>
                      {to === paths.admin.messages && waiting ? (
                        <span className="sidebar-badge">
                          {waiting.toLocaleString('en-US')}
                          <span className="sr-only"> waiting</span>
                        </span>
                      ) : null}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <OwnThings email={email} />
        <SignOutForm className="border-navy-700 border-t pt-2">
          <button type="submit" className="sidebar-item w-full cursor-pointer">
            <ArrowRightStartOnRectangleIcon aria-hidden className="sidebar-icon" />
            <span className="sidebar-label">Logout</span>
          </button>
        </SignOutForm>
      </div>
      {/* Pressing beside the sheet closes it; the keyboard has Escape and the sheet's own button. */}
      <a
        href="#main"
        className="bg-navy-950/60 fixed inset-0 z-30 hidden cursor-default max-md:[.sidebar:is(:target,[data-open])+&]:block"
        tabIndex={-1}
        aria-hidden
        onClick={close}
      >
        <span className="sr-only">Close menu</span>
      </a>
    </>
  );
}

function OwnThings({ email }: { email: string }) {
  return (
    <div className="border-navy-700 grid gap-2 border-t pt-3 md:hidden">
      <p className="text-muted min-w-0 px-2.5 text-sm">
        <span className="block">Welcome,</span>
        <span className="text-text block font-medium wrap-anywhere">{email}</span>
      </p>
      <ThemeToggle className="mx-2.5 justify-self-start" />
      <NavLink to={paths.admin.account} className="sidebar-item">
        <UserCircleIcon aria-hidden className="sidebar-icon" />
        <span className="sidebar-label">Account</span>
      </NavLink>
    </div>
  );
}

function useTips() {
  const [areOff, setOff] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOff(true);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const show = () => setOff(false);
  return { 'data-tips': areOff ? 'off' : undefined, onPointerOver: show, onFocus: show };
}
