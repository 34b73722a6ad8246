import type { MetaFunction } from '@remix-run/node';
import { paths } from '../../paths.ts';
import { telephoneHref } from '../contact-links.ts';
import { makeTitle, type PageFacts } from './page-facts.ts';

/** What editors give search engines and shared links; pages have defaults for the rest. */
export interface Found {
  title?: string;
  description?: string;
  picture?: { src: string; width: number; height: number; alt: string };
}

interface PageMeta<Loaded> extends Omit<PageFacts, 'path'> {
  /** The requested address by default. */
  path?: string;
  above?: readonly (readonly [name: string, path: string])[];
  /** More structured data for search engines. */
  structured?: (site: SiteFacts, loaded: Loaded | undefined) => object[];
  /** Changes the title in the tab. */
  titled?: (title: string) => string;
  /** From search engines. */
  hidden?: boolean;
}

interface SiteFacts {
  appUrl: string;
  footer: Record<string, string>;
  found: Found;
}

export const pageMeta =
  <Loaded>({
    title,
    name = title,
    description: built,
    above = [],
    structured,
    titled = (shown) => shown,
    hidden,
    ...page
  }: PageMeta<Loaded>): MetaFunction =>
  ({ matches, location, data: loaded }) => {
    const site = siteFacts(matches);
    const company = site.footer.company_name ?? '';
    const { path = location.pathname } = page;
    const { title: own, description = built, picture } = hidden ? {} : site.found;
    const fullTitle = titled(own ?? makeTitle({ path, title }, company));
    const trail = path === paths.home || hidden ? [] : [breadcrumbs(site.appUrl, [...above, [name, path]])];
    const data = trail.concat(structured?.(site, loaded as Loaded | undefined) ?? []);
    const { src, width, height, alt } = picture ?? { ...sharedPicture, alt: `${company}: ${sharedPicture.alt}` };
    return [
      { title: fullTitle },
      { name: 'description', content: description },
      ...(hidden
        ? [{ name: 'robots', content: 'noindex' }]
        : [{ tagName: 'link', rel: 'canonical', href: site.appUrl + path } as const]),
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: company },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: site.appUrl + path },
      { property: 'og:image', content: site.appUrl + src },
      { property: 'og:image:width', content: String(width) },
      { property: 'og:image:height', content: String(height) },
      { property: 'og:image:alt', content: alt },
      { property: 'og:locale', content: 'en_TT' },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...data.map((each) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...each } })),
    ];
  };

export const sharedPicture = {
  src: '/og.jpg',
  width: 1200,
  height: 630,
  alt: 'logo and crawler crane lowering a girder at sunset',
};

export function companyData({ appUrl, footer: company }: SiteFacts): object {
  const phones = [company.phone_1 ?? '', company.phone_2 ?? ''];
  const numbers = phones.flatMap((phone) => telephoneHref(phone)?.slice('tel:'.length) ?? []);
  return {
    '@type': ['Organization', 'LocalBusiness'], // not every reader knows that a LocalBusiness is one
    '@id': `${appUrl}/#company`,
    name: company.company_name,
    slogan: company.tagline,
    description: company.closing_line,
    url: `${appUrl}/`,
    logo: `${appUrl}/icon-512.png`,
    image: `${appUrl}/og.jpg`,
    foundingDate: '2020-03',
    email: company.email,
    telephone: numbers,
    contactPoint: numbers.map((telephone) => ({ '@type': 'ContactPoint', contactType: 'customer service', telephone })),
    address: { '@type': 'PostalAddress', addressCountry: 'TT' },
    areaServed: 'Caribbean',
    sameAs: company.network_link ? [company.network_link] : [],
  };
}

export function servicesData({ appUrl }: SiteFacts, services: readonly { title: string; content: string }[]): object {
  return listData('ItemList', services, ({ title, content }) => ({
    item: { '@type': 'Service', name: title, description: content, provider: { '@id': `${appUrl}/#company` } },
  }));
}

const breadcrumbs = (appUrl: string, trail: readonly (readonly [name: string, path: string])[]): object =>
  listData('BreadcrumbList', [['Home', paths.home], ...trail], ([name, path]) => ({ name, item: appUrl + path }));

const listData = <T>(type: string, items: readonly T[], describe: (item: T) => object): object => ({
  '@type': type,
  itemListElement: items.map((item, n) => ({ '@type': 'ListItem', position: n + 1, ...describe(item) })),
});

/** Empty during maintenance and after an error. */
const siteFacts = (matches: readonly { data: unknown }[]): SiteFacts =>
  Object.assign({ appUrl: '', footer: {}, found: {} }, ...matches.map(({ data }) => data)) as SiteFacts;
