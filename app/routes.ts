import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

/** The address table: every URL that Remix answers and the file that answers it. */
export default [
  layout('site/site.layout.tsx', [
    index('site/home.page.tsx'),
    route('about', 'site/about.page.tsx'),
    route('services', 'site/services.page.tsx'),
    route('services/lift-planning', 'site/lift-planning.page.tsx'),
    route('contact', 'site/contact.page.tsx'),
    route('contact-form', 'contact/contact-form.page.tsx'),
    route('portfolio', 'site/portfolio.page.tsx'),
    route('sitemap', 'site/sitemap.page.tsx'),
    route('privacy-terms', 'site/privacy-terms.page.tsx'),
    route('*', 'site/not-found.page.tsx'),
  ]),

  route('sitemap.xml', 'site/sitemap-xml.route.ts'),
  route('robots.txt', 'site/robots-txt.route.ts'),
  route('site.webmanifest', 'site/webmanifest.route.ts'),
  route('documents/:filePath', 'documents/file.route.ts'),
  route('theme', 'site/theme.route.ts'),
  route('logout', 'staff/logout.route.ts'),

  route('admin/login', 'staff/login.page.tsx'),
] satisfies RouteConfig;
