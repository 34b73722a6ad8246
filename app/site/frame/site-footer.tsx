import type { AnchorHTMLAttributes } from 'react';
import {
  ArrowTopRightOnSquareIcon,
  ChatBubbleLeftRightIcon,
  EnvelopeIcon,
  PhoneIcon,
} from '@heroicons/react/24/outline';
import { ButtonLink } from '#app/ui/button.tsx';
import { paths } from '../../paths.ts';
import { mailHref, telephoneHref, whatsappLink } from '../../ui/contact-links.ts';

const links = [
  { to: paths.home, name: 'Home' },
  { to: paths.about, name: 'About Us' },
  { to: paths.services, name: 'Services' },
  { to: paths.contact, name: 'Contact' },
  { to: paths.sitemap, name: 'Sitemap' },
  { to: paths.privacyTerms, name: 'Privacy & Terms' },
];

type Way = [name: string, words: string | undefined, Icon: typeof PhoneIcon, link: AnchorHTMLAttributes<HTMLElement>];

/** Laid out as the title block of a drawing. */
export function SiteFooter({ texts, year }: { texts: Record<string, string>; year: number }) {
  const { phone_1: phone = '', phone_2: second = '', whatsapp = '', email = '', network_link: network } = texts;
  const small = { href: network, rel: 'noopener', className: 'text-base font-medium' };
  const chat = { ...whatsappLink(whatsapp), 'aria-label': `WhatsApp ${whatsapp}` };
  const reach: Way[] = [
    ['Telephone', phone, PhoneIcon, { href: telephoneHref(phone) }],
    ['Second line', second, PhoneIcon, { href: telephoneHref(second) }],
    ['WhatsApp', whatsapp, ChatBubbleLeftRightIcon, chat],
    ['Email', email, EnvelopeIcon, { href: mailHref(email) }],
    ['Network', network && texts.network_label, ArrowTopRightOnSquareIcon, small],
  ];
  return (
    <footer className="on-dark bg-navy-950">
      <div className="wrap py-14 lg:py-20">
        <div className="cells title-block lg:grid-cols-12">
          <div className="p-6 lg:col-span-5 lg:p-8">
            <span className="logo max-w-66 bg-[url('/logo-dark.svg')] print:hidden" aria-hidden />
            <p className="font-display mt-6 max-w-[22em] text-xl font-semibold text-white">{texts.tagline}</p>
            <p className="text-muted mt-2 max-w-[26em]">{texts.tagline_detail}</p>
            <div className="mt-7 flex flex-wrap gap-3 print:hidden">
              <ButtonLink href={paths.contact} look="light">
                {texts.contact_button}
              </ButtonLink>
              <ButtonLink href={paths.services} look="light">
                {texts.services_button}
              </ButtonLink>
            </div>
          </div>
          <nav aria-labelledby="footer-links" className="p-6 lg:col-span-3 lg:p-8 print:hidden">
            <h2 id="footer-links" className="eyebrow text-muted">
              Quick Links
            </h2>
            <ul className="mt-3 grid grid-cols-2 gap-x-4 lg:grid-cols-1">
              {links.map(({ to, name }) => (
                <li key={to}>
                  <a href={to} className="inline-block py-1.5 hover:text-white hover:underline">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="cells border-0! lg:col-span-4">
            {reach.map(([name, words, Icon, link]) =>
              words ? (
                <div key={name} className="text-muted flex items-center justify-between gap-4 px-6 py-4">
                  <div>
                    <p className="eyebrow">{name}</p>
                    <p className="font-display mt-0.5 text-lg font-semibold text-white tabular-nums">
                      <a {...link} className={`py-1 hover:underline ${link.className ?? 'wrap-anywhere'}`}>
                        {words}
                      </a>
                    </p>
                  </div>
                  <Icon aria-hidden className="size-5 flex-none print:hidden" />
                </div>
              ) : null,
            )}
          </div>
          <p className="text-muted flex items-center justify-between gap-4 px-6 py-4 text-sm lg:col-span-8 lg:px-8">
            {texts.closing_line}
            <a href={paths.accessibility} className="flex-none py-1 hover:text-white hover:underline print:hidden">
              Accessibility
            </a>
          </p>
          <p className="text-muted px-6 py-4 text-sm lg:col-span-4">{`© ${year} ${texts.company_name}`}</p>
        </div>
      </div>
    </footer>
  );
}
