import { paths, publicPages } from '../paths.ts';

const documents = publicPages.filter((path) => path !== paths.contactForm);

/** A browser may also render pages ahead, but not the form: each visit gets its own. */
export function loader() {
  const rules = {
    prefetch: [{ where: { href_matches: publicPages }, eagerness: 'moderate' }],
    prerender: [{ where: { href_matches: documents }, eagerness: 'moderate' }],
  };
  return new Response(JSON.stringify(rules), {
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=86400' },
  });
}
