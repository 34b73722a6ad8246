import {
  ArrowTopRightOnSquareIcon,
  ChatBubbleLeftRightIcon,
  EnvelopeIcon,
  PhoneIcon,
} from '@heroicons/react/24/outline';
import { ButtonLink } from '#app/ui/button.tsx';
import { paths } from '../../paths.ts';
import { mailHref, telephoneHref } from '../../ui/contact-links.ts';
import { WhatsAppLink } from '../../ui/site/phone-links.tsx';

const links = [
  { to: paths.home, name: 'Home' },
  { to: paths.about, name: 'About Us' },
  { to: paths.services, name: 'Services' },
  { to: paths.contact, name: 'Contact' },
  { to: paths.sitemap, name: 'Sitemap' },
  { to: paths.privacyTerms, name: 'Privacy & Terms' },
];

/** Laid out as the title block of a drawing. Takes the texts of page `footer`. */
export function SiteFooter({ texts, year }: { texts: Record<string, string>; year: number }) {
  return (
    <footer className="on-dark bg-navy-950">
      <div className="wrap py-14 lg:py-20">
        <div className="cells title-block lg:grid-cols-12">
          <div className="p-6 lg:col-span-5 lg:p-8">
            <span
              className="block h-12 w-full max-w-66 bg-[url('/logo-dark.svg')] bg-contain bg-no-repeat print:hidden"
              aria-hidden
            />
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
            {[texts.phone_1, texts.phone_2].map(
              (phone, index) =>
                phone && (
                  <Reach key={phone} label={index === 0 ? 'Telephone' : 'Second line'} Icon={PhoneIcon}>
                    <a href={telephoneHref(phone)} className="hover:underline">
                      {phone}
                    </a>
                  </Reach>
                ),
            )}
            {texts.whatsapp ? (
              <Reach label="WhatsApp" Icon={ChatBubbleLeftRightIcon}>
                <WhatsAppLink number={texts.whatsapp} className="hover:underline">
                  <span className="sr-only">WhatsApp </span>
                  {texts.whatsapp}
                </WhatsAppLink>
              </Reach>
            ) : null}
            <Reach label="Email" Icon={EnvelopeIcon}>
              <a href={mailHref(texts.email ?? '')} className="break-all hover:underline">
                {texts.email}
              </a>
            </Reach>
            {texts.network_link ? (
              <Reach label="Network" Icon={ArrowTopRightOnSquareIcon}>
                <a href={texts.network_link} rel="noopener" className="text-base font-medium hover:underline">
                  {texts.network_label}
                </a>
              </Reach>
            ) : null}
          </div>
          <p className="text-muted px-6 py-4 text-sm lg:col-span-8 lg:px-8">{texts.closing_line}</p>
          <p className="text-muted px-6 py-4 text-sm lg:col-span-4">{`© ${year} ${texts.company_name}`}</p>
        </div>
      </div>
    </footer>
  );
}

function Reach({ label, Icon, children }: { label: string; Icon: typeof PhoneIcon; children: React.ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-6 py-4">
      <div>
        <p className="eyebrow text-muted">{label}</p>
        <p className="font-display mt-0.5 text-lg font-semibold text-white tabular-nums">{children}</p>
      </div>
      <Icon aria-hidden className="text-muted size-5 flex-none print:hidden" />
    </div>
  );
}
