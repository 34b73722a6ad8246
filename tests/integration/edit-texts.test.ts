import { describe, expect, it } from 'vitest';
import { pageTabs } from '#app/content/texts/page-content.schema.ts';
import { makeLinksId } from '#app/content/texts/on-the-page/text-links.tsx';
import { groupTexts, listSections, listSectionsOn, textName } from '#app/content/texts/text-sections.server.ts';
import { paths, publicPages } from '#app/paths.ts';
import { pageTexts } from '#db/starting-content/page-texts.ts';
import { testSite } from '../support/database.ts';
import { asker, send, visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const editor = await visitAs(site, sql, 'editor');
const viewer = await visitAs(site, sql, 'viewer');
const nobody = await visitAs(site, sql, null);

const isOffered = /edit=texts|\/admin\/pages|text-strip|text-links|data-text|editInPlace|[\ue000-\uf8ff]/;

describe('the names of texts', () => {
  it('are different from each other, and say the page first', () => {
    const names = pageTexts.map(({ pageName, sectionKey }) => textName(pageName, sectionKey));
    expect(new Set(names).size).toBe(names.length);
    expect(textName('home', 'hero_heading')).toBe('Home: hero heading');
  });

  it('are made from the key of an unnamed text, in a group that comes last', () => {
    expect(textName('about', 'safety_award_2027')).toBe('About: safety award 2027');
    const texts = ['safety_award_2027', 'cta_text', 'heading'].map((sectionKey) => ({ sectionKey }) as never);
    expect(groupTexts('about', texts).map(({ name }) => name)).toEqual(['Top of the page', 'Closing', 'Other texts']);
  });
});

describe('a signed-in editor', () => {
  it('finds each text on one page, those of the footer on all', () => {
    for (const tab of pageTabs) {
      const found = publicPages.flatMap((page) => listSectionsOn(page, tab)).map(({ id }) => id);
      const onPages = listSections(tab).filter(({ isFound }) => !isFound); // the others are for search engines
      const each = onPages.flatMap(({ id }) => (tab === 'footer' ? publicPages.map(() => id) : [id]));
      expect(found.toSorted(), tab).toEqual(each.toSorted());
    }
  });

  it.each(publicPages)('is led from each text of %s to its editor, in an answer that nobody keeps', async (page) => {
    const offer = await editor.ask(page);
    expect(offer.headers.get('cache-control')).toBe('no-store');
    const offered = await offer.text();
    expect(offered).toContain(`href="${page}?edit=texts"`);
    expect(offered).not.toMatch(/class="text-links |data-text|editInPlace/);
    const answer = await editor.ask(paths.editTexts(page));
    const headers = ['cache-control', 'x-robots-tag'].map((name) => answer.headers.get(name));
    expect([answer.status, ...headers]).toEqual([200, 'no-store', 'noindex']);
    const html = await answer.text();
    const links = [
      ...html.matchAll(/<a href="(?<href>\/admin\/pages[^"]+)"[^>]* data-text="(?<name>[\w.]+)"/g),
      ...html.matchAll(/<div [^>]*data-text="(?<name>[\w.]+)".*?<a href="(?<href>[^"]+)" class="text-edit"/g),
    ].map(({ groups }) => [groups!.name!, groups!.href!.replaceAll('&amp;', '&')]);
    const rows = await sql<{ id: number; name: string }>(
      "select id, page_name || '.' || section_key as name from page_content",
    );
    const idOf = new Map(rows.map(({ id, name }) => [name, id]));
    const expected = pageTabs.flatMap((each) =>
      listSectionsOn(page, each).flatMap(({ texts }) =>
        Object.keys(texts).map((key) => [
          `${each}.${key}`,
          `${paths.admin.pages(each, idOf.get(`${each}.${key}`)!, page)}#content-value`,
        ]),
      ),
    );
    expect(Object.fromEntries(links)).toEqual(Object.fromEntries(expected));
    expect(html).toContain(`href="${page}">Done</a>`);
    for (const { id } of listSectionsOn(page, 'footer')) expect(html).toContain(`id="${makeLinksId(id)}"`);
    expect(html).not.toMatch(/data-hydrated|[\ue000-\uf8ff]/); // the form stays a static page
  });

  it('finds the texts themselves outlined, and links to those that are not in sight', async () => {
    const notInSight = async (page: string) => {
      const html = await (await editor.ask(paths.editTexts(page))).text();
      const rows = html.match(/<nav[^>]*class="text-links .*?<\/nav>/g) ?? [];
      return rows.flatMap((row) => [...row.matchAll(/data-text="([\w.]+)"/g)].map(([, name]) => name));
    };
    const whole = await (await editor.ask(paths.editTexts(paths.about))).text();
    const outlined = (name: string) => [...whole.matchAll(new RegExp(`data-text="${name}"[^>]*>([^<]+)`, 'g'))];
    expect(outlined('about.heading').map(([, words]) => words)).toEqual(['About Us', 'About Us']); // breadcrumb, heading
    expect(outlined('about.who_points').length).toBeGreaterThan(2); // one per line
    expect(whole).toMatch(/<div class="text-here prose" data-text="about.who_text"><p>/);
    expect(whole).toContain('<title>About Us | ');
    const never = ['footer.network_link', 'footer.whatsapp']; // empty by default, or an address
    const slides = [1, 2, 3, 4, 5].map((n) => `home.hero_slide_${n}`);
    expect(await notInSight(paths.home)).toEqual([...slides, ...never]);
    const onceSent = ['contact.enquiry_thanks'];
    expect(await notInSight(paths.contactForm)).toEqual([...onceSent, ...never]);
  });

  it('is led back to that page after Save, at the same place, and to no other site', async () => {
    const save = async (from: string, version: number) => {
      const address = `${paths.admin.pages('about', 'intro')}&from=${encodeURIComponent(from)}`;
      const fields = { contentValue: `Saved ${version}`, version: String(version) };
      return (await send(editor.ask, address, fields)).headers.get('location');
    };
    expect(await save(paths.about, 1)).toBe('/about?edit=texts#texts-about-top');
    expect(await (await editor.ask(paths.editTexts(paths.about))).text()).toContain('Saved 1');
    for (const [at, from] of ['//evil.example', 'https://evil.example/', '/admin', '/about/../x', ''].entries())
      expect(await save(from, at + 2), from).toBe(paths.admin.pages('about'));
  });

  it('gives clients the company details that are filled in, and none that are empty', async () => {
    const about = () => asker(site, '')(paths.about).then((answer) => answer.text());
    expect(await about()).not.toContain('For Your Vendor File');
    const fields = { contentValue: 'Public liability, TT$ 10 million', version: '1' };
    expect((await send(editor.ask, paths.admin.pages('about', 'proof_insurance'), fields)).status).toBe(303);
    const page = await about();
    expect(page).toMatch(/For Your Vendor File.*Insurance<\/dt><dd[^>]*>Public liability, TT\$ 10 million</);
    expect(page).not.toContain('Qualifications');
  });
});

describe('everybody else', () => {
  const visitor = asker(site, '');

  it.each(publicPages)('gets the ordinary page at %s, whatever they ask for', async (page) => {
    const stale = asker(site, 'session=gone.forged');
    expect(await (await visitor(page)).text()).not.toMatch(isOffered);
    for (const [who, ask] of Object.entries({ visitor, stale, viewer: viewer.ask, nobody: nobody.ask })) {
      const answer = await ask(paths.editTexts(page));
      expect(answer.status, who).toBe(200);
      expect(await answer.text(), who).not.toMatch(isOffered);
    }
  });

  it('is answered from memory, before and after an editor has looked, and gets no data of it either', async () => {
    const before = await visitor(paths.home);
    await editor.ask(paths.editTexts(paths.home));
    const after = await visitor(paths.editTexts(paths.home));
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(after.headers.get('etag')).toBeTruthy();
    expect(await after.text()).toBe(await before.text());
    const data = `${paths.contactForm}.data?edit=texts`;
    for (const ask of [visitor, viewer.ask, nobody.ask])
      expect(await (await ask(data)).text()).not.toMatch(/editing|isOn|[\ue000-\uf8ff]/);
    expect(await (await editor.ask(data)).text()).toMatch(/isOn/);
  });
});

it('signs that mark texts can be typed into one', async () => {
  const fields = { contentValue: '\ue000\uf8ffx\ue001', version: '1' };
  expect((await send(editor.ask, paths.admin.pages('footer', 'tagline'), fields)).status).toBe(303);
  const answer = await editor.ask(paths.editTexts(paths.home));
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toMatch(/[\ue000-\uf8ff]/);
});
