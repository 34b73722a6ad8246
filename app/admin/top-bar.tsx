import { NavLink } from '@remix-run/react';
import { Bars3Icon, ChevronDoubleLeftIcon, ChevronDoubleRightIcon, UserCircleIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { ThemeToggle } from '../site/frame/theme-toggle.tsx';
import { RoleBadge } from '../accounts/roles.tsx';
import type { SidebarProps } from './sidebar.tsx';
import { SIDEBAR_ID, type SidebarState } from './use-sidebar.ts';

type TopBarProps = Pick<SidebarProps, 'email' | 'role' | 'companyName' | 'sidebar'>;

export function TopBar({ email, role, companyName, sidebar }: TopBarProps) {
  return (
    <header className="bg-bg border-border sticky top-0 z-20 flex items-center gap-x-3 border-b px-3 py-2 md:px-5 print:hidden">
      <SheetOpener {...sidebar} />
      <WidthToggle {...sidebar} />
      <p className="text-muted flex min-w-0 flex-1 items-center gap-2.5 max-md:justify-between">
        <span className="text-text font-display truncate font-semibold md:hidden">{companyName}</span>
        <span className="truncate max-md:hidden md:max-lg:text-sm md:max-lg:leading-tight" title={email}>
          Welcome, <span className="text-text font-medium md:max-lg:block md:max-lg:truncate">{email}</span>
        </span>
        <RoleBadge role={role} />
      </p>
      <NavLink
        to={paths.admin.account}
        className="text-muted hover:bg-surface2 hover:text-text aria-[current=page]:bg-surface2 aria-[current=page]:text-text inline-flex min-h-10 items-center gap-[0.45rem] rounded-sm px-[0.6rem] font-medium max-md:hidden"
      >
        <UserCircleIcon aria-hidden className="size-5" />
        <span className="md:max-lg:sr-only">Account</span>
      </NavLink>
      <ThemeToggle className="max-md:hidden" />
    </header>
  );
}

function SheetOpener({ isScripted, isSheetOpen, setSheetOpen, opener }: SidebarState) {
  const icon = <Bars3Icon aria-hidden className="size-6" />;
  if (!isScripted) {
    return (
      <a href={`#${SIDEBAR_ID}`} className="icon-button md:hidden" aria-label="Open menu">
        {icon}
      </a>
    );
  }
  return (
    <button
      ref={opener}
      type="button"
      className="icon-button md:hidden"
      aria-label="Open menu"
      aria-haspopup="dialog"
      aria-expanded={isSheetOpen}
      onClick={() => setSheetOpen(true)}
    >
      {icon}
    </button>
  );
}

/** A form until scripts run. */
function WidthToggle({ isWide, toggleWidth }: SidebarState) {
  const name = isWide ? 'Collapse sidebar' : 'Expand sidebar';
  const Icon = isWide ? ChevronDoubleLeftIcon : ChevronDoubleRightIcon;
  return (
    <form
      method="post"
      action={paths.admin.root}
      className="max-md:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        toggleWidth();
      }}
    >
      <button
        name="sidebar"
        value={isWide ? 'collapsed' : 'wide'}
        className="icon-button"
        aria-label={name}
        aria-expanded={isWide}
        aria-controls={SIDEBAR_ID}
        aria-keyshortcuts="Control+B Meta+B"
        title={`${name} (Ctrl+B)`}
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </form>
  );
}
