import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from '@remix-run/react';
import { Bars3Icon, PhoneIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { ButtonLink } from '#app/ui/button.tsx';
import { paths } from '../paths.ts';
import { telephoneHref } from './contact-links.ts';
import { ThemeToggle } from './theme-toggle.tsx';

const links = [
  { to: paths.home, name: 'Home' },
  { to: paths.about, name: 'About' },
  { to: paths.services, name: 'Services' },
  { to: paths.contact, name: 'Contact' },
];

interface SiteHeaderProps {
  companyName: string;
  phone: string;
}

/** Logo, links, theme and the way to get in touch; sticky. On small screens the links are in a menu. */
export function SiteHeader({ companyName, phone }: SiteHeaderProps) {
  return (
    <header className="bg-bg sticky top-0 z-40">
      {/* Widths that do not follow the letters: nothing moves when the web font takes the place of its fallback. */}
      <div className="wrap flex h-16 items-center gap-3 lg:h-18 lg:gap-8">
        <Link to={paths.home} aria-label={`${companyName}, home`} className="mr-auto">
          <span className="logo w-42 sm:w-50 lg:w-56" />
        </Link>
        <nav aria-label="Main" className="hidden md:block">
          <ul className="flex">
            {links.map(({ to, name }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home}
                  prefetch="intent"
                  className="nav-link aria-[current=page]:text-text font-display text-muted hover:text-text relative block w-22 py-2 text-center font-semibold lg:w-24"
                >
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeToggle className="hidden md:block" />
        <ButtonLink to={paths.contact} look="primary" className="hidden w-36 px-0 lg:inline-flex">
          Get in Touch
        </ButtonLink>
        <a
          href={telephoneHref(phone)}
          aria-label={`Call ${phone}`}
          className="bg-accent text-on-accent grid size-11 place-items-center rounded-sm md:hidden"
        >
          <PhoneIcon aria-hidden className="size-5" />
        </a>
        <SmallScreenMenu />
      </div>
      <div className="ruler border-border border-t" aria-hidden />
    </header>
  );
}

/** Opens by itself, without JavaScript; with it, Escape, a press outside and a change of page close it. */
function SmallScreenMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (giveFocusBack: boolean) => {
      if (!menu.current?.open) return;
      menu.current.open = false;
      if (giveFocusBack) menu.current.querySelector('summary')?.focus();
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close(true);
    const onOutside = (event: Event) => !menu.current?.contains(event.target as Node) && close(false);
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, []);

  return (
    <details ref={menu} className="group md:hidden">
      <summary
        aria-label="Menu"
        className="border-border grid size-11 cursor-pointer list-none place-items-center rounded-sm border [&::-webkit-details-marker]:hidden"
      >
        <Bars3Icon aria-hidden className="size-6 group-open:hidden" />
        <XMarkIcon aria-hidden className="hidden size-6 group-open:block" />
      </summary>
      <div className="border-border bg-bg absolute inset-x-0 top-full border-b shadow-2xl">
        <nav aria-label="Menu" className="wrap py-3">
          <ul className="divide-border divide-y">
            {links.map(({ to, name }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home}
                  className="font-display aria-[current=page]:text-accent-text flex items-center justify-between py-3.5 text-xl font-semibold"
                >
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="border-border mt-3 flex items-center justify-between gap-4 border-t pt-4 pb-2">
            <ThemeToggle />
            <ButtonLink to={paths.contact} look="primary">
              Get in Touch
            </ButtonLink>
          </div>
        </nav>
      </div>
    </details>
  );
}
