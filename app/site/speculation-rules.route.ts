import { paths, publicPages } from '../paths.ts';

const documents = publicPages.filter((path) => path !== paths.contactForm);

/**
 * Which pages a browser may get ready while a visitor points at or presses a link to them. A document it may render as
 * well; the form is one instance for each visit, and is only fetched. Browsers that are to save data do neither.
 */
export function loader() {
  const rules = {
    prefetch: [{ where: { href_matches: publicPages }, eagerness: 'moderate' }],
    prerender: [{ where: { href_matches: documents }, eagerness: 'moderate' }],
  };
  return new Response(JSON.stringify(rules), {
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=86400' },
  });
}
