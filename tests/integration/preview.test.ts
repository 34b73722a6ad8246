import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectPage } from '../support/expect-page.ts';
import { setMaintenance, testSite } from '../support/database.ts';
import { findHtmlErrors } from '../support/valid-html.ts';
import { asker, send, visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const editor = await visitAs(site, sql, 'editor');
beforeEach(async () => void (await sql('delete from unsaved_texts')));

const everybody = () => asker(site, '');
/** Sends the text of an editor to its preview. @returns the page's address */
async function preview(contentValue: string, place: [string, string, string?] = ['about', 'intro'], by = editor) {
  const fields = { contentValue, version: '1', intent: 'preview' };
  const answer = await send(by.ask, paths.admin.pages(...place), fields);
  expect(answer.status).toBe(303);
  return answer.headers.get('location')!;
}
const htmlAt = async (address: string, by = editor) => (await by.ask(address)).text();
const ways = (html: string) =>
  [...html.matchAll(/href="(\/admin\/pages[^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

describe('a preview', () => {
  it('is the real page with the unsaved text in it, and nothing is saved', async () => {
    const address = await preview('Words that are <b>not</b> saved');
    expect(address).toBe('/about?preview=about.intro#texts-about-top');
    const shown = ['Words that are &lt;b&gt;not&lt;/b&gt; saved', 'Preview: not saved', 'id="texts-about-top"'];
    await expectPage(editor.get(address), 200, ...shown, 'Who We Are');
    const html = await htmlAt(address);
    expect(html).not.toContain('>Edit texts<');
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(await (await everybody()(paths.about)).text()).not.toContain('Words that are');
    const version = "select version from page_content where section_key = 'intro' and page_name = 'about'";
    expect(await sql.value(version)).toBe(1);
  });

  it.each([
    ['home', 'hero_tagline', '/'],
    ['services', 'intro', '/services'],
    ['contact', 'intro', '/contact'],
    ['footer', 'tagline', '/'],
    ['services', 'plans_intro', '/services/lift-planning'],
    ['services', 'work_intro', '/portfolio'],
    ['contact', 'enquiry_intro', '/contact-form'],
  ])('of %s, %s stands where visitors will read it', async (tab, key, page) => {
    const address = await preview(`Unsaved of ${tab}`, [tab, key]);
    expect(address.split('?')[0]).toBe(page);
    expect(await htmlAt(address)).toContain(`Unsaved of ${tab}`);
  });

  it('of the footer is in every place of the page from which it was edited, its title included', async () => {
    const address = await preview('Unsaved & Co.', ['footer', 'company_name', paths.contactForm]);
    expect(address).toBe('/contact-form?preview=footer.company_name&edit=texts#texts-footer-company');
    const html = await htmlAt(address);
    expect(html).toMatch(/<title>[^<]*Unsaved &amp; Co\.<\/title>/);
    expect(html).not.toContain('data-hydrated');
  });

  it('cannot be kept, framed or found, and leaves the kept pages as they are', async () => {
    const before = await everybody()(paths.about);
    const address = await preview('Unsaved');
    const { headers } = await editor.ask(address);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    });
    expect(headers.get('etag')).toBeNull();
    const after = await everybody()(address);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await after.text()).not.toContain('Unsaved');
  });

  it('is only for its session and rank, and ends with the session', async () => {
    const other = await visitAs(site, sql, 'editor');
    const viewer = await visitAs(site, sql, 'viewer');
    const address = await preview('Unsaved', undefined, other);
    await sql(
      `insert into unsaved_texts (session_id, page_name, section_key, content_value, made_from)
       select id, 'about', 'intro', 'Unsaved', 1 from sessions where account_id = $1`,
      [viewer.accountId],
    );
    for (const ask of [everybody(), editor.ask, viewer.ask, asker(site, 'session=x.y')])
      for (const path of [address, address.replace('?', '.data?')])
        expect(await (await ask(path)).text()).not.toContain('Unsaved');
    expect(await htmlAt(address, other)).toContain('Unsaved');
    await send(other.ask, paths.logout);
    expect(await htmlAt(address, other)).not.toContain('Unsaved');
    expect(await sql('select 1 from unsaved_texts')).toHaveLength(1); // the viewer's
  });

  it('is there during maintenance, too, and nothing else is', async () => {
    const address = await preview('Unsaved');
    await setMaintenance(sql, true, site);
    await expectPage(editor.ask(address), 200, 'Unsaved');
    for (const ask of [everybody(), (await visitAs(site, sql, 'admin')).ask])
      expect((await ask(address)).status).toBe(503);
    await setMaintenance(sql, false, site);
  });
});

describe('the way back to the editor', () => {
  it('has the typing in it, says that it is not saved, and leads on to where the editor was opened', async () => {
    const [back] = ways(await htmlAt(await preview('Typed “so far”')));
    expect(back).toMatch(/^\/admin\/pages\?tab=about&edit=\d+&unsaved=1#content-value$/);
    const shown = ['>Typed “so far”</textarea>', 'Not saved yet.', 'name="version" value="1"'];
    await expectPage(editor.get(back!), 200, ...shown);
    expect(await htmlAt(back!, await visitAs(site, sql, 'editor'))).not.toContain('Typed “so far”');
    expect(await htmlAt(back!.replace('&unsaved=1', ''))).not.toContain('Typed “so far”'); // discarded
    const [on] = ways(await htmlAt(await preview('Typed', ['about', 'intro', paths.about])));
    expect(on).toContain('&from=%2Fabout&unsaved=1');
    expect(await htmlAt(on!)).toContain('href="/about?edit=texts#texts-about-top"');
  });

  it('is not needed: the strip saves the preview, which shows nothing harmful', async () => {
    const address = await preview('<b>Saved</b> from<img src=x onerror=hit()> the strip', ['about', 'who_text']);
    const html = await htmlAt(address);
    expect(/<div class="prose lead mt-6">([\s\S]*?)<\/div>/.exec(html)![1]).toBe('<p><b>Saved</b> from the strip</p>');
    const [, action] = /<form method="post" action="([^"]+)"/.exec(html)!;
    const fields = Object.fromEntries(
      Array.from(html.matchAll(/type="hidden" name="(contentValue|version)" value="([^"]*)"/g), ([, name, value]) => [
        name!,
        value!.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ]),
    );
    expect((await send(editor.ask, action!.replaceAll('&amp;', '&'), fields)).status).toBe(303);
    expect(await (await everybody()(paths.about)).text()).toContain('<p><b>Saved</b> from the strip</p>');
  });

  it('is gone once the text is saved', async () => {
    const text = ['about', 'mission_text'] as const;
    const address = await preview('Typed', [...text]);
    await send(editor.ask, paths.admin.pages(...text), { contentValue: 'Saved in the end', version: '1' });
    const html = await htmlAt(address);
    expect(html).toContain('Saved in the end');
    expect(html).not.toContain('Preview: not saved');
  });
});
