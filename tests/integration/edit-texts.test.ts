import { describe, expect, it } from 'vitest';
import { pageTabs, type PageName } from '#app/content/texts/page-content.schema.ts';
import { textSections } from '#app/content/texts/text-names.ts';
import { groupTexts, listSections, listSectionsOn, textName } from '#app/content/texts/text-sections.ts';
import { paths, publicPages } from '#app/paths.ts';
import { pageTexts } from '#db/starting-content/page-texts.ts';
import { testSite } from '../support/database.ts';
import { asker, visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const editor = await visitAs(site, sql, 'editor');
const viewer = await visitAs(site, sql, 'viewer');
const nobody = await visitAs(site, sql, null);

const isOffered = /edit=texts|\/admin\/pages|text-strip|text-links/;

describe('the names of texts', () => {
  it('are there for every text that the site starts with, and for no other', () => {
    for (const tab of pageTabs) {
      const named = listSections(tab).flatMap(({ texts }) => Object.keys(texts));
      const starting = pageTexts.filter(({ pageName }) => pageName === tab).map(({ sectionKey }) => sectionKey);
      expect(named.toSorted(), tab).toEqual(starting.toSorted());
    }
  });

  it('are different from each other, and say the page first', () => {
    const names = pageTexts.map(({ pageName, sectionKey }) => textName(pageName, sectionKey));
    expect(new Set(names).size).toBe(names.length);
    expect(textName('home', 'hero_heading')).toBe('Home: hero heading');
  });

  it('are made of the key where nobody has named it, in a group that comes last', () => {
    expect(textName('about', 'safety_award_2027')).toBe('About: safety award 2027');
    const texts = ['safety_award_2027', 'cta_text', 'heading'].map((sectionKey) => ({ sectionKey }) as never);
    expect(groupTexts('about', texts).map(({ name }) => name)).toEqual(['Top of the page', 'Closing', 'Other texts']);
  });
});

describe('a signed-in editor', () => {
  it.each(publicPages)('is offered to edit the texts of %s, in an answer that nobody keeps', async (page) => {
    const answer = await editor.ask(page);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain(`href="${page}?edit=texts"`);
    expect(html).not.toContain('class="text-links"');
  });

  it('finds each text on one page, those of the footer on all', () => {
    for (const tab of pageTabs) {
      const found = publicPages.flatMap((page) => listSectionsOn(page, tab)).map(({ id }) => id);
      const each = listSections(tab).flatMap(({ id }) => (tab === 'footer' ? publicPages.map(() => id) : [id]));
      expect(found.toSorted(), tab).toEqual(each.toSorted());
    }
  });

  it.each(publicPages)(
    'finds a link for each text of %s and of the footer, in the order of the sections',
    async (page) => {
      const answer = await editor.ask(paths.editTexts(page));
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
        200,
        'no-store',
        'noindex',
      ]);
      const html = await answer.text();
      const hrefs = [...html.matchAll(/href="(\/admin\/pages\?tab=[^"]+)"/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      );
      const rows = await sql<{ id: number; page_name: PageName; section_key: string }>(
        'select id, page_name, section_key from page_content',
      );
      const idOf = new Map(rows.map((row) => [`${row.page_name}.${row.section_key}`, row.id]));
      const expected = pageTabs.flatMap((each) =>
        listSectionsOn(page, each).flatMap(({ texts }) =>
          Object.keys(texts).map(
            (key) => `${paths.admin.pages(each, idOf.get(`${each}.${key}`)!, page)}#content-value`,
          ),
        ),
      );
      expect(hrefs).toEqual(expected);
      expect(html).toContain(`href="${page}">Done</a>`);
    },
  );

  it('finds the links of the footer on the form, which is then a plain document', async () => {
    const html = await (await editor.ask(paths.editTexts(paths.contactForm))).text();
    for (const section of Object.keys(textSections.footer)) expect(html).toContain(`id="texts-footer-${section}"`);
    expect(html).not.toContain('data-hydrated');
  });

  it('is led back to that page after Save, at the same place, and to no other site', async () => {
    const [{ id }] = (await sql(`select id from page_content where page_name = 'about' and section_key = 'intro'`)) as [
      { id: number },
    ];
    const save = async (from: string, version: number) => {
      const body = new URLSearchParams({ contentValue: `Saved ${version}`, version: String(version) });
      const address = `${paths.admin.pages('about', id)}&from=${encodeURIComponent(from)}`;
      return (await editor.ask(address, { method: 'POST', body })).headers.get('location');
    };
    expect(await save(paths.about, 1)).toBe('/about?edit=texts#texts-about-top');
    const html = await (await editor.ask(paths.editTexts(paths.about))).text();
    expect(html).toContain('Saved 1');
    for (const [at, from] of ['//evil.example', 'https://evil.example/', '/admin', '/about/../x', ''].entries())
      expect(await save(from, at + 2), from).toBe(paths.admin.pages('about'));
  });

  it('opens the editor of a text that has no row by its key', async () => {
    await sql(`delete from page_content where page_name = 'home' and section_key = 'cta_text'`);
    const isThere = async () => (await editor.ask(paths.editTexts(paths.home))).text();
    await expect.poll(isThere).toContain('tab=home&amp;edit=cta_text&amp;from=%2F#');
    expect((await editor.ask(paths.admin.pages('home', 'cta_text', paths.home))).status).toBe(200);
  });
});

describe('everybody else', () => {
  it.each(publicPages)('gets the ordinary page at %s, whatever they ask for', async (page) => {
    const visitor = asker(site, '');
    const stale = asker(site, 'session=gone.forged');
    const ordinary = await (await visitor(page)).text();
    expect(ordinary).not.toMatch(isOffered);
    for (const [who, ask] of Object.entries({ visitor, stale, viewer: viewer.ask, nobody: nobody.ask })) {
      const answer = await ask(paths.editTexts(page));
      expect(answer.status, who).toBe(200);
      expect(await answer.text(), who).not.toMatch(isOffered);
    }
  });

  it('is answered from memory, before and after an editor has looked', async () => {
    const visitor = asker(site, '');
    const before = await visitor(paths.home);
    await editor.ask(paths.editTexts(paths.home));
    const after = await visitor(paths.editTexts(paths.home));
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(after.headers.get('etag')).toBeTruthy();
    expect(await after.text()).toBe(await before.text());
  });

  it('gets no data of it either', async () => {
    for (const ask of [asker(site, ''), viewer.ask, nobody.ask])
      expect(await (await ask(`${paths.contactForm}.data?edit=texts`)).text()).not.toMatch(/editing|sections/);
    expect(await (await editor.ask(`${paths.contactForm}.data?edit=texts`)).text()).toMatch(/sections/);
  });
});
