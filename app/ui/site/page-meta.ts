import type { MetaFunction } from '@remix-run/node';
import { paths } from '../../paths.ts';
import { telephoneHref } from '../contact-links.ts';

interface PageMeta<Loaded> {
  /** Without it the address that was asked for. */
  path?: string;
  title: string;
  /** In breadcrumbs, where it is not the title. */
  name?: string;
  description: string;
  above?: readonly (readonly [name: string, path: string])[];
  /** More structured data for search engines. */
  structured?: (site: SiteFacts, loaded: Loaded | undefined) => object[];
  /** Left out of search engines. */
  hidden?: boolean;
}

interface SiteFacts {
  appUrl: string;
  company: Record<string, string>;
}

export const pageMeta =
  <Loaded>({
    title,
    name = title,
    description,
    above = [],
    structured,
    hidden,
    ...page
  }: PageMeta<Loaded>): MetaFunction =>
  ({ matches, location, data: loaded }) => {
    const site = siteFacts(matches);
    const company = site.company.company_name ?? '';
    const { path = location.pathname } = page;
    const isHome = path === paths.home;
    const fullTitle = isHome ? title : `${title} | ${company}`;
    const address = site.appUrl + path;
    const trail = isHome || hidden ? [] : [breadcrumbs(site.appUrl, [...above, [name, path]])];
    const data = [...trail, ...(structured?.(site, loaded as Loaded | undefined) ?? [])];
    return [
      { title: fullTitle },
      { name: 'description', content: description },
      ...(hidden
        ? [{ name: 'robots', content: 'noindex' }]
        : [{ tagName: 'link', rel: 'canonical', href: address } as const]),
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: company },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:image', content: `${site.appUrl}/og.jpg` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: `${company}: logo and crawler crane lowering a girder at sunset` },
      { property: 'og:locale', content: 'en_TT' },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...data.map((each) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...each } })),
    ];
  };

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

/** During maintenance and after an error there is no such data. */
function siteFacts(matches: readonly { data: unknown }[]): SiteFacts {
  const all = Object.assign({}, ...matches.map(({ data }) => data)) as {
    appUrl?: string;
    footer?: SiteFacts['company'];
  };
  return { appUrl: all.appUrl ?? '', company: all.footer ?? {} };
}
