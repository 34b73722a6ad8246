import type { MetaDescriptor } from '@remix-run/node';
import { paths } from '../../paths.ts';
import { telephoneHref } from '../contact-links.ts';

interface PageMeta {
  /** The route matches that Remix hands to `meta`; the public address is in the root's data, the company in the layout's. */
  matches: readonly { id: string; data: unknown }[];
  path: string;
  title: string;
  description: string;
  /** The way to the page from the home page, the page itself included: name and address. */
  trail?: readonly (readonly [name: string, path: string])[];
  /** More structured data for search engines, made with the public address at hand. */
  structured?: (site: SiteFacts) => object[];
  /** Left out of search engines. */
  hidden?: boolean;
}

interface SiteFacts {
  appUrl: string;
  company: Record<string, string>;
}

/** Everything in the head of a public page: title, description, canonical, share picture, structured data. */
export function pageMeta({ matches, path, title, description, trail, structured, hidden }: PageMeta): MetaDescriptor[] {
  const site = siteFacts(matches);
  const name = site.company.company_name ?? '';
  const fullTitle = path === paths.home ? title : `${title} | ${name}`;
  const address = site.appUrl + path;
  const data = [...(trail ? [breadcrumbs(site.appUrl, trail)] : []), ...(structured?.(site) ?? [])];
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(hidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: address } as const]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${site.appUrl}/og.jpg` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    {
      property: 'og:image:alt',
      content: `${name}: logo and crawler crane lowering a girder at sunset`,
    },
    { property: 'og:locale', content: 'en_TT' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map((each) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...each } })),
  ];
}

/** The company as search engines want it. */
export function companyData({ appUrl, company }: SiteFacts): object {
  const phones = [company.phone_1, company.phone_2].filter((phone): phone is string => Boolean(phone));
  return {
    '@type': 'LocalBusiness', // which is an Organization
    '@id': `${appUrl}/#company`,
    name: company.company_name,
    slogan: company.tagline,
    description: company.closing_line,
    url: `${appUrl}/`,
    logo: `${appUrl}/icon-512.png`,
    image: `${appUrl}/og.jpg`,
    foundingDate: '2020-03',
    email: company.email,
    telephone: phones.flatMap((phone) => telephoneHref(phone)?.slice('tel:'.length) ?? []),
    address: { '@type': 'PostalAddress', addressCountry: 'TT' },
    areaServed: 'Caribbean',
    sameAs: company.network_link ? [company.network_link] : [],
  };
}

/** The list of services as search engines want it. */
export function servicesData({ appUrl }: SiteFacts, services: readonly { title: string; content: string }[]): object {
  return {
    '@type': 'ItemList',
    itemListElement: services.map(({ title, content }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: { '@type': 'Service', name: title, description: content, provider: { '@id': `${appUrl}/#company` } },
    })),
  };
}

function breadcrumbs(appUrl: string, trail: readonly (readonly [name: string, path: string])[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', paths.home] as const, ...trail].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: appUrl + path,
    })),
  };
}

/** During maintenance and after an error there is no such data: the head then goes without. */
function siteFacts(matches: PageMeta['matches']): SiteFacts {
  const all = Object.assign({}, ...matches.map(({ data }) => data)) as {
    appUrl?: string;
    footer?: SiteFacts['company'];
  };
  return { appUrl: all.appUrl ?? '', company: all.footer ?? {} };
}
