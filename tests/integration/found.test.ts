import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { foundTexts } from '#app/content/texts/found.ts';
import { paths, publicPages } from '#app/paths.ts';
import { picture } from '../support/actions.ts';
import { testSite } from '../support/database.ts';
import { parsePage, textsIn, type ParsedPage } from '../support/parse-page.ts';
import { asker, send, visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const editor = await visitAs(site, sql, 'editor');
const page = (path: string) => parsePage(asker(site, '')(path));
const own = z.url().refine((address) => address.startsWith(`${site.url}/`), 'is no address of this site');
const { admin } = paths;

/** https://www.sitemaps.org/protocol.html: https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd */
const W3CDatetime = z.iso.datetime({ offset: true });
const inSitemap = z.strictObject({ loc: own.min(12).max(2048), lastmod: W3CDatetime.optional() });
const sitemapSchema = z.array(inSitemap).min(1).max(50_000);

/** https://schema.org, and what search engines require of these types. */
const text = z.string().min(1);
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(z.looseObject({ '@type': z.literal('ListItem'), position: z.int().positive() }).and(item)).min(1);
const contactPoint = z.strictObject({ '@type': z.literal('ContactPoint'), contactType: text, telephone: z.e164() });
const organization = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.tuple([z.literal('Organization'), z.literal('LocalBusiness')]),
  '@id': own,
  name: text,
  slogan: text,
  description: text,
  url: own,
  logo: own,
  image: own,
  foundingDate: z.string().regex(/^\d{4}(-\d\d){0,2}$/),
  email: z.email(),
  telephone: z.array(z.e164()).min(1),
  contactPoint: z.array(contactPoint).min(1),
  address: z.strictObject({ '@type': z.literal('PostalAddress'), addressCountry: z.string().length(2) }),
  areaServed: text,
  sameAs: z.array(z.url()),
});
const breadcrumbs = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: listOf(z.looseObject({ name: text, item: own })),
});
const provider = z.strictObject({ '@id': own });
const service = z.strictObject({ '@type': z.literal('Service'), name: text, description: text, provider });
const services = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('ItemList'),
  itemListElement: listOf(z.looseObject({ item: service })),
});
const structured = z.union([organization, breadcrumbs, services]);

/** https://ogp.me */
const openGraph = z.strictObject({
  'og:type': z.literal('website'),
  'og:site_name': text,
  'og:title': text,
  'og:description': text,
  'og:url': own,
  'og:image': own,
  'og:image:width': z.string().regex(/^[1-9]\d+$/),
  'og:image:height': z.string().regex(/^[1-9]\d+$/),
  'og:image:alt': text,
  'og:locale': z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
});

function readHead(found: ParsedPage) {
  const content = (selector: string) => found.querySelector(`head ${selector}`)?.getAttribute('content');
  const metas = [...found.querySelectorAll('head meta[property^="og:"]')];
  return {
    title: found.title,
    description: content('meta[name=description]'),
    canonical: [...found.querySelectorAll('head link[rel=canonical]')].map((link) => link.getAttribute('href')),
    openGraph: Object.fromEntries(metas.map((meta) => [meta.getAttribute('property'), meta.getAttribute('content')])),
    structured: [...found.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as { '@type': string },
    ),
  };
}

async function readSitemap() {
  const answer = await asker(site, '')('/sitemap.xml');
  const xml = await answer.text();
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n/,
  );
  const urls = [...xml.matchAll(/<url>(.*?)<\/url>/g)].map(([, inside]) =>
    Object.fromEntries([...inside!.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)].map(([, name, value]) => [name, value])),
  );
  return sitemapSchema.parse(urls);
}
const lastmod = async (path: string) => (await readSitemap()).find(({ loc }) => loc === site.url + path)?.lastmod;

const saveText = async (tab: string, key: string, contentValue: string) => {
  const stored = 'select version::text from page_content where page_name = $1 and section_key = $2';
  const version = (await sql.value<string>(stored, [tab, key])) ?? '0';
  return (await send(editor.ask, admin.pages(tab, key), { contentValue, version })).status;
};
const work = { place: 'Here', sector: 'Port', month: '2026-05', content: 'How we lifted it.' };
const addProject = async (slug: string, more: Record<string, string> = {}) => {
  const fields = { ...work, title: `Lift ${slug}`, slug, status: 'published', ...more };
  expect((await send(editor.ask, admin.newProject, fields)).status).toBe(303);
};

it('every public page, and a project, has a head by the rules of those who read it', async () => {
  await addProject('tandem');
  const [titles, descriptions] = [new Set<string>(), new Set<string>()];
  const types: Record<string, string[]> = {};
  for (const path of [...publicPages, paths.project('tandem')]) {
    const head = readHead(await page(path));
    titles.add(head.title);
    descriptions.add(head.description!);
    expect(head.title, path).toContain('Rigging & Lifting');
    expect((await fetch(head.openGraph['og:image']!)).headers.get('content-type')).toMatch(/^image\//);
    expect([path, head.canonical]).toEqual([path, [site.url + path]]);
    const shared = openGraph.parse(head.openGraph, { error: () => path });
    expect(shared['og:url']).toBe(site.url + path);
    expect([shared['og:title'], shared['og:description']]).toEqual([head.title, head.description]);
    types[path] = head.structured.map((data) => String(structured.parse(data)['@type']));
  }
  const [trail, company] = ['BreadcrumbList', 'Organization,LocalBusiness'];
  expect(types).toEqual({
    ...Object.fromEntries(Object.keys(types).map((path) => [path, [trail]])),
    [paths.home]: [company],
    [paths.services]: [trail, 'ItemList'],
    [paths.contact]: [trail, company],
  });
  expect([titles.size, descriptions.size]).toEqual([publicPages.length + 1, publicPages.length + 1]);
});

describe('the sitemap', () => {
  it('lists each public page and published project, and when it was last changed', async () => {
    await addProject('draft', { status: 'draft' });
    await addProject('later', { publishFrom: '2999-01-01T08:00' });
    const listed = (await readSitemap()).map(({ loc }) => loc.slice(site.url.length));
    expect(listed).toEqual([...publicPages, paths.project('tandem')]);
    expect((await readSitemap()).filter((each) => !each.lastmod)).toEqual([]);
    const [main] = textsIn(await page(paths.sitemap), 'main');
    expect(main).toContain('Total pages8');
  });

  it('is read each time, and never lists a project that has ended', async () => {
    expect((await asker(site, '')('/sitemap.xml')).headers.get('cache-control')).toBe('no-cache');
    await addProject('past', { publishUntil: '2026-01-01T08:00' });
    expect(await lastmod(paths.project('past'))).toBeUndefined();
    await sql("delete from projects where slug = 'past'");
  });

  it('changes the time of a page only when its content changes', async () => {
    await sql("update page_content set updated_at = '2026-01-01'; update services set created_at = '2026-01-01'");
    await sql("update revisions set at = '2026-01-01'; update pdf_documents set created_at = '2026-01-01'");
    await sql("update projects set created_at = '2026-01-01'");
    const times = async () => [...new Set((await readSitemap()).map((each) => each.lastmod))];
    await expect.poll(times).toEqual(['2026-01-01T00:00:00.000Z']);
    const before = await readSitemap();
    const isMoved = ({ lastmod }: (typeof before)[0], at: number) => lastmod !== before[at]!.lastmod;
    const moved = async () => (await readSitemap()).filter(isMoved).map(({ loc }) => loc.slice(site.url.length));
    expect(await saveText('home', 'hero_heading', 'We lift')).toBe(303);
    expect(await moved()).toEqual([paths.home]);
    expect(await saveText('services', 'plans_heading', 'Why plans matter')).toBe(303);
    expect(await moved()).toEqual([paths.home, paths.liftPlanning]);
    expect(await saveText('footer', 'closing_line', 'On every page')).toBe(303);
    const serviceId = await sql.value<number>('select min(id) as id from services');
    const fields = { title: 'Changed', content: 'Changed', version: '1' };
    expect((await send(editor.ask, admin.editService(serviceId), fields)).status).toBe(303);
    expect(await moved()).toEqual([paths.home, paths.services, paths.liftPlanning]);
    expect(await saveText('footer', 'phone_2', '(868) 555-0199')).toBe(303);
    expect(await moved()).toEqual([paths.home, paths.services, paths.liftPlanning, paths.contact]);
    await sql("update projects set publish_from = '2026-02-01T08:00' where slug = 'tandem'");
    await expect.poll(() => lastmod(paths.project('tandem'))).toBe('2026-02-01T12:00:00.000Z');
    expect(await lastmod(paths.portfolio)).toBe('2026-02-01T12:00:00.000Z');
    await sql("update projects set publish_until = '2026-03-01T08:00' where slug = 'tandem'"); // when it leaves that page
    await expect.poll(() => lastmod(paths.portfolio)).toBe('2026-03-01T12:00:00.000Z');
    await sql("update projects set publish_until = '' where slug = 'tandem'");
    const draft = await sql.row<{ id: number }>("select id from projects where slug = 'draft'");
    const save = (version: number, status: string) =>
      send(editor.ask, admin.editProject(draft.id), { ...work, title: 'Changed', version: `${version}`, status });
    expect((await save(1, 'draft')).status).toBe(303);
    expect(await lastmod(paths.portfolio)).toBe('2026-02-01T12:00:00.000Z'); // nobody sees it
    expect((await save(2, 'published')).status).toBe(303);
    const shown = await lastmod(paths.portfolio);
    expect((await save(3, 'draft')).status).toBe(303);
    const hidden = await lastmod(paths.portfolio);
    expect(hidden! > shown!).toBe(true);
    await send(editor.ask, admin.projects, { id: String(draft.id), before: '' });
    expect((await lastmod(paths.portfolio))! > hidden!).toBe(true);
    await sql("update pdf_documents set valid_until = case when id = 1 then '2026-02-09' else '9999-12-31' end::date");
    await expect.poll(() => lastmod(paths.about)).toBe('2026-02-10T04:00:00.000Z'); // after it has lapsed
  });
});

describe('what editors say of a page', () => {
  it('stands in its head, and is shown beside the fields as a search engine would', async () => {
    expect(await saveText('about', 'seo_title', 'Who lifts with us')).toBe(303);
    expect(await saveText('about', 'seo_description', 'Twelve words about <us> & "ours"')).toBe(303);
    expect(await saveText('contact', 'enquiry_seo_title', 'Write to us')).toBe(303);
    const head = readHead(await page(paths.about));
    expect([head.title, head.description]).toEqual(['Who lifts with us', 'Twelve words about <us> & "ours"']);
    expect(head.openGraph).toMatchObject({ 'og:title': 'Who lifts with us', 'og:image': `${site.url}/og.jpg` });
    expect((await page(paths.contactForm)).title).toBe('Write to us');
    const refused = await send(asker(site, ''), paths.contactForm, { fullName: 'x' });
    expect((await parsePage(refused)).title).toBe('Error: Write to us');
    const tab = await parsePage(editor.get(admin.pages('about')));
    const details = [...tab.querySelectorAll('details')].find(({ textContent }) =>
      textContent.startsWith('Search and sharing'),
    )!;
    expect(details.hasAttribute('open')).toBe(false);
    expect(textsIn(details, 'figure')[0]).toBe(
      `In a search${new URL(site.url).host} › aboutWho lifts with usTwelve words about <us> & "ours"`,
    );
  });

  it('has their picture with its size and description instead of the site’s', async () => {
    const key = 'picture-mhw0a1b2-0123456789abcdef-960x504';
    const put = "update page_content set content_value = $1 where section_key = 'work_seo_picture'";
    await sql(put, [`A column in the air\n${key}`]);
    const image = async () => readHead(await page(paths.portfolio)).openGraph['og:image'];
    await expect.poll(image).toBe(`${site.url}/photos/${key}-960.jpg`);
    const expected = { 'og:image:width': '960', 'og:image:height': '504', 'og:image:alt': 'A column in the air' };
    expect(openGraph.parse(readHead(await page(paths.portfolio)).openGraph)).toMatchObject(expected);
    expect(readHead(await page(paths.services)).openGraph['og:image']).toBe(`${site.url}/og.jpg`);
  });

  it('is the page’s default where they say nothing', async () => {
    for (const key of ['seo_title', 'seo_description', 'seo_picture'])
      expect(await saveText('services', key, '')).toBe(303);
    expect((await page(paths.services)).title).toBe('Our Services | Safety Rigging & Lifting Services');
    const tab = await parsePage(editor.get(admin.pages('services')));
    const figures = textsIn(tab, 'figure').filter((words) => words.startsWith('In a search'));
    expect(figures).toHaveLength(3);
    expect(figures[1]).toContain('services › lift-planningLift Planning | Safety Rigging');
  });

  it('of a project is its own, or its title, its text and its first picture, and is seen beside the fields', async () => {
    const pictures = ['Crane', ''].map((alt, n) => ({ ...picture, alt, key: picture.key.replace('mf', `m${n}`) }));
    await sql("update projects set pictures = $1 where slug = 'tandem'", [JSON.stringify(pictures)]);
    const project = await sql.row("select id, version from projects where slug = 'tandem'");
    const head = async () => readHead(await page(paths.project('tandem')));
    const jpeg = (n: number) => `${site.url}/photos/${pictures[n]!.key}-960.jpg`;
    const shared = async () => (await head()).openGraph['og:image'];
    await expect.poll(shared).toBe(jpeg(0));
    expect((await head()).openGraph).toMatchObject({ 'og:image:alt': 'Crane', 'og:image:height': '640' });
    expect((await head()).description).toBe('How we lifted it.');
    const own = { seoTitle: 'Found', seoDescription: 'In <words> of its own', seoPicture: pictures[1]!.key };
    const save = (fields: Record<string, string>) =>
      send(editor.ask, admin.editProject(project.id), {
        ...{ ...work, title: 'Lift tandem', slug: 'tandem', status: 'published', version: String(project.version) },
        ...fields,
      });
    expect((await save({ ...own, seoTitle: 'x'.repeat(321) })).status).toBe(400);
    expect((await save(own)).status).toBe(303);
    await expect.poll(shared).toBe(jpeg(1));
    const { title, description, openGraph: graph } = await head();
    expect([title, description]).toEqual(['Found', 'In <words> of its own']);
    expect(openGraph.parse(graph)['og:image:alt']).toBe('Lift tandem'); // the picture is decorative
    const form = await parsePage(editor.get(admin.editProject(project.id)));
    const details = form.querySelector('details:has(#seoTitle)')!;
    expect(details.hasAttribute('open')).toBe(false);
    expect(textsIn(details, 'figure')[0]).toMatch(/portfolio › tandemFoundIn <words> of its own$/);
    expect(details.querySelector('figure img')?.getAttribute('src')).toBe(new URL(jpeg(1)).pathname);
    expect(await (await editor.get(admin.history('projects', project.id))).text()).toContain('Heading in searches');
    await sql("update projects set pictures = $1 where slug = 'tandem'", [JSON.stringify([pictures[0]])]);
    await expect.poll(shared).toBe(jpeg(0)); // the chosen picture is gone
  });

  it('is of each page its own', async () => {
    await sql(
      `update page_content set content_value = concat(page_name, ' ', section_key, case when section_key ~ 'picture$' then $1 end)
       where section_key ~ 'seo_(title|description|picture)$'`,
      ['\npicture-mhw0a1b2-0123456789abcdef-960x504'],
    );
    expect(new Set(Object.values(foundTexts).map(String)).size).toBe(publicPages.length);
    for (const [path, [tab, prefix]] of Object.entries(foundTexts)) {
      const found = async () => {
        const { title, description, openGraph } = readHead(await page(path));
        return [title, description, openGraph['og:image:alt']];
      };
      const own = ['title', 'description', 'picture'].map((each) => `${tab} ${prefix}_${each}`);
      await expect.poll(found).toEqual(own);
    }
  });
});
