import { useLoaderData } from '@remix-run/react';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ReactNode } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { localDay } from '#app/time/dates.ts';
import { paths } from '../paths.ts';
import plan from '../ui/site/drawings/plan.svg?raw';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return { today: localDay(new Date()) };
}

export const meta = pageMeta(pageFacts.sitemap);

const categories = [
  {
    name: 'Main Pages',
    pages: [
      { to: paths.home, name: 'Home', about: 'What we do, and how to reach us' },
      { to: paths.about, name: 'About Us', about: 'Who we are, our values and company documents' },
      { to: paths.services, name: 'Services', about: 'What we can do for you' },
      { to: paths.liftPlanning, name: 'Lift Planning', about: 'Why lift plans matter' },
    ],
  },
  {
    name: 'Contact & Support',
    pages: [
      { to: paths.contact, name: 'Contact Us', about: 'Contact information, location and business hours' },
      { to: paths.contactForm, name: 'Contact Form', about: 'Send us your enquiry' },
    ],
  },
  {
    name: 'Information & Legal',
    pages: [
      { to: paths.sitemap, name: 'Sitemap', about: 'This page' },
      { to: paths.privacyTerms, name: 'Privacy & Terms', about: 'How we use your data, and the terms of this site' },
    ],
  },
];

const quick = [
  { to: paths.services, name: 'Services' },
  { to: paths.liftPlanning, name: 'Lift Planning' },
  { to: paths.about, name: 'About Us' },
  { to: paths.contact, name: 'Contact' },
];

export default function SitemapPage() {
  const { today } = useLoaderData<typeof loader>();
  const facts: [name: string, value: ReactNode][] = [
    ['Last updated', today],
    ['Total pages', String(categories.reduce((sum, { pages }) => sum + pages.length, 0))],
    ['Mobile responsive', 'Yes'],
    [
      'Accessibility',
      <a key="statement" href={paths.accessibility} className="link">
        WCAG 2.1 AA
      </a>,
    ],
  ];
  return (
    <>
      <PageBand title="Sitemap" intro="Find your way around the site." drawing={plan} />
      <div className="wrap section">
        <nav aria-label="Quick navigation" className="grid max-w-3xl grid-cols-2 gap-3 sm:grid-cols-4">
          <h2 className="eyebrow text-muted col-span-full">Quick Navigation</h2>
          {quick.map(({ to, name }) => (
            <ButtonLink key={to} href={to}>
              {name}
            </ButtonLink>
          ))}
        </nav>
        <div className="mt-10 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          {categories.map(({ name, pages }) => (
            <section key={name} className="card p-7">
              <h2 className="h3">{name}</h2>
              <ul className="divide-border mt-3 divide-y">
                {pages.map(({ to, name: page, about }) => (
                  <li key={to} className="py-3">
                    <a href={to} className="link font-semibold">
                      {page}
                    </a>
                    <p className="text-muted text-sm">{about}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <div className="mt-6 grid gap-6 lg:grid-cols-[2fr_1fr]">
          <section className="card p-7">
            <h2 className="h3">Website Information</h2>
            <dl className="mt-3 grid gap-x-10 sm:grid-cols-2">
              {facts.map(([name, value]) => (
                <div key={name} className="border-border flex justify-between gap-4 border-t py-3">
                  <dt className="text-muted">{name}</dt>
                  <dd className="font-display font-semibold tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="card p-7">
            <h2 className="h3">Need Help?</h2>
            <p className="text-muted mt-2">Is something missing? Ask us, and we will help.</p>
            <div className="mt-5 flex flex-wrap gap-3">
              <ButtonLink href={paths.contactForm} look="primary">
                Contact Form
              </ButtonLink>
              <ButtonLink href={paths.contact}>Contact Us</ButtonLink>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
