import { useLocation } from '@remix-run/react';
import { Bars3Icon, PhoneIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { ButtonLink } from '#app/ui/button.tsx';
import { paths } from '../../paths.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { ThemeToggle } from './theme-toggle.tsx';

const links = [
  { to: paths.home, name: 'Home' },
  { to: paths.about, name: 'About' },
  { to: paths.services, name: 'Services', also: paths.portfolio },
  { to: paths.contact, name: 'Contact', also: paths.contactForm },
];

export function SiteHeader({ companyName, phone }: { companyName: string; phone: string }) {
  return (
    <header className="site-header bg-bg print:hidden">
      {/* The width does not depend on letters, so that nothing moves when the web font replaces its fallback. */}
      <div className="wrap flex min-h-16 flex-wrap items-center gap-3 py-1 md:max-xl:gap-y-1 md:max-xl:pb-2 lg:gap-x-8 xl:min-h-18">
        <a href={paths.home} aria-label={`${companyName}, home`} className="mr-auto basis-42 lg:basis-56">
          <span className="logo" />
        </a>
        <nav aria-label="Main" className="hidden md:block">
          <NavLinks
            className="flex"
            linkClassName="nav-link aria-[current=page]:text-text font-display text-muted hover:text-text relative block w-20 py-2 text-center font-semibold lg:w-24"
          />
        </nav>
        {/* Below 80rem a strip of its own, on phones one button. The link's width does not depend on letters either. */}
        <div className="contents md:flex md:gap-3 md:max-xl:-order-1 md:max-xl:h-12 md:max-xl:w-full md:max-xl:justify-end">
          <a
            href={telephoneHref(phone)}
            aria-label={`Call ${phone}`}
            className="font-display max-md:bg-accent max-md:text-on-accent grid items-center font-semibold max-md:size-11 max-md:justify-items-center max-md:rounded-sm md:w-38"
          >
            <PhoneIcon aria-hidden className="size-5 md:hidden" />
            <span className="max-md:hidden">{phone}</span>
          </a>
          <ThemeToggle className="hidden md:block" />
        </div>
        <ButtonLink href={paths.contactForm} look="primary" className="hidden w-36 px-0 md:inline-flex">
          Get in Touch
        </ButtonLink>
        <SmallScreenMenu />
      </div>
      <div className="ruler border-border border-t" aria-hidden />
    </header>
  );
}

/** Opens without scripts; `<site-menu>` adds ways to close it. */
function SmallScreenMenu() {
  return (
    <site-menu class="md:hidden">
      <details className="group">
        <summary
          aria-label="Menu"
          className="border-border grid size-11 cursor-pointer list-none place-items-center rounded-sm border [&::-webkit-details-marker]:hidden"
        >
          <Bars3Icon aria-hidden className="size-6 group-open:hidden" />
          <XMarkIcon aria-hidden className="hidden size-6 group-open:block" />
        </summary>
        {/* Moves with the header, so on a low window the rest is reached by scrolling inside it. */}
        <div className="border-border bg-bg absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-b shadow-2xl">
          <nav aria-label="Menu" className="wrap py-3">
            <NavLinks
              className="divide-border divide-y"
              linkClassName="font-display aria-[current=page]:text-accent-text flex items-center justify-between py-3.5 text-xl font-semibold"
            />
            <div className="border-border mt-3 flex flex-wrap items-center justify-between gap-4 border-t pt-4 pb-2">
              <ThemeToggle />
              <ButtonLink href={paths.contactForm} look="primary">
                Get in Touch
              </ButtonLink>
            </div>
          </nav>
        </div>
      </details>
    </site-menu>
  );
}

function NavLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const { pathname } = useLocation();
  return (
    <ul className={className}>
      {links.map(({ to, name, also }) => {
        const isHere = [to, also].some((path) => path && `${pathname}/`.startsWith(`${path}/`));
        return (
          <li key={to}>
            <a href={to} aria-current={isHere ? 'page' : undefined} className={linkClassName}>
              {name}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
