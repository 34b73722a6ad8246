import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paths, publicPages } from '#app/paths.ts';
import { setMaintenance, testSite } from '../support/database.ts';
import { linksIn, parsePage, textsIn } from '../support/parse-page.ts';
import { asker, send, visitAs, type Visitor } from '../support/visitor.ts';

const { site, sql } = await testSite();
const editor = await visitAs(site, sql, 'editor');

const get = (path: string) => fetch(site.url + path, { redirect: 'manual' });
const page = (path: string) => parsePage(get(path));
const PHONE = ['(868) 555-0142', 'tel:+18685550142'];
const MAIL = ['info@example.com', 'mailto:info@example.com'];
const services = [
  'Site Assessments & Supervision',
  'Lift Planning & Review',
  'Training & Compliance',
  'Risk Assessment & Incident Investigation',
];

const [phone, mail] = [PHONE, MAIL].map((link) => link.join(': '));

/** Headings, words and links of each page in the specification, separated by ` | `. */
const specified: [path: string, headings: string, words: string, links: string][] = [
  [
    paths.home,
    `Safety Rigging & Lifting Services | Our Expertise | ${services.slice(0, 3).join(' | ')} | Risk Assessment & Investigation
      | Safety First | Efficiency | Expertise | Customization`,
    'We deliver safe, efficient, and customized solutions for every lifting challenge.',
    `Explore Our Services: /services | Get in Contact: /contact | ${phone} | ${mail}`,
  ],
  [
    paths.about,
    `Who We Are | Our Mission | Safety First | Professionalism | Client-Centered Service | Integrity in Every Lift
      | Managing Director & Principal Consultant | Our Approach | Safety Excellence | Precision Planning | Client Focus
      | Company Documents`,
    'was registered in March 2020 | View Document',
    'Talk to Us: /contact | All Services: /services',
  ],
  [
    paths.services,
    `${services.join(' | ')} | Safety | Efficiency | Expertise | Customization | Lift Planning`,
    '',
    'Back to Home: / | Request a Quote: /contact | View Our Work: /portfolio',
  ],
  [
    paths.liftPlanning,
    'Why Lift Plans Matter | Safety | Precision | Efficiency',
    '',
    'Back to Services: /services | Get Started: /contact',
  ],
  [
    paths.contact,
    'Call Us | Email Us | Contact Form',
    `Trinidad & Tobago, serving the Caribbean | Enquiries answered within 24 hours
      | Emergency consultations available 24/7`,
    `${phone} | (868) 555-0187: tel:+18685550187 | Call Now: ${PHONE[1]} | ${mail}`,
  ],
  [paths.contactForm, 'Get In Touch', 'Send Message', ''],
  [
    paths.sitemap,
    'Main Pages | Contact & Support | Information & Legal | Need Help? | Website Information',
    'Total pages 8 | Mobile responsive Yes | Accessibility WCAG 2.1 AA',
    `Home: / | About Us: /about | Services: /services | Lift Planning: /services/lift-planning | Contact Us: /contact
      | Contact Form: /contact-form | Sitemap: /sitemap | Privacy & Terms: /privacy-terms | WCAG 2.1 AA: /accessibility`,
  ],
  [
    paths.privacyTerms,
    `Information We Collect | How We Use Information | Information Sharing | Data Security | Your Rights
      | Acceptance of Terms | Use Licence | Service Disclaimer | Limitations | Governing Law`,
    `not sell | access | corrected | deleted | opt out of marketing | lodge a complaint | professional assessment
      | law of Trinidad & Tobago`,
    `${phone} | ${mail}`,
  ],
  [paths.portfolio, 'Our Work', '', ''],
  [
    paths.accessibility,
    `What We Aim For | What Was Done | How It Is Checked | What May Be in the Way | Is something in your way?`,
    'WCAG) 2.1, level AA',
    `${phone} | ${mail} | contact form: /contact-form`,
  ],
];
const each = (text: string) => (text ? text.split(/\s+\|\s+/) : []);

it('every public page is among them', () =>
  expect(specified.map(([path]) => path).toSorted()).toEqual(publicPages.toSorted()));

const quickLinks = Object.entries({ Home: '/', Services: '/services', Contact: '/contact' });
const currentLink: Record<string, string> = {
  [paths.home]: 'Home',
  [paths.about]: 'About',
  [paths.services]: 'Services',
  [paths.liftPlanning]: 'Services',
  [paths.portfolio]: 'Services',
  [paths.contact]: 'Contact',
  [paths.contactForm]: 'Contact',
};

it.each(specified)('%s has what the specification names, in its frame', async (path, headings, words, links) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  const found = await parsePage(answer);
  expect(textsIn(found, 'main :is(h1, h2, h3)')).toEqual(expect.arrayContaining(each(headings)));
  for (const cell of found.querySelectorAll('main :is(dt, dd, td, th)')) cell.append(' ');
  const [main] = textsIn(found, 'main');
  for (const text of each(words)) expect(main).toContain(text);
  const all = linksIn(found);
  for (const [name, address] of each(links).map((link) => link.split(/: (?=\/|tel:|mailto:)/)))
    expect(all, `${name} to ${address}`).toSatisfy(() =>
      all.some(([text, to]) => text!.endsWith(name!) && to === address),
    );
  expect(main).not.toMatch(/Loading( services)?\.\.\./);

  // Heading levels never skip a step downwards, and there is one main heading.
  const levels = [...found.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((h) => Number(h.tagName[1]));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [i, level] of levels.entries())
    if (i) expect(level - levels[i - 1]!, levels.join()).toBeLessThanOrEqual(1);

  const nav = 'header nav[aria-label=Main]';
  expect(linksIn(found, nav)).toEqual(expect.arrayContaining([...quickLinks, ['About', '/about']]));
  expect(textsIn(found, `${nav} [aria-current=page]`)).toEqual([currentLink[path] ?? []].flat());
  expect(linksIn(found, 'footer')).toEqual(
    expect.arrayContaining([
      ...quickLinks,
      ['About Us', '/about'],
      ['Sitemap', '/sitemap'],
      ['Privacy & Terms', '/privacy-terms'],
      ['Accessibility', '/accessibility'],
      ['Get in Touch', '/contact'],
      ['Our Services', '/services'],
      PHONE,
      ['(868) 555-0187', 'tel:+18685550187'],
      MAIL,
    ]),
  );
  expect(found.querySelectorAll('footer a[href^="https://"]')).toHaveLength(1);
  const [footer] = textsIn(found, 'footer');
  for (const tagline of [
    /Your trusted partner in rigging & lifting solutions/,
    /expert guidance and support for lifting operations across the Caribbean/i,
    /Professional rigging consultancy services across the Caribbean/,
  ])
    expect(footer).toMatch(tagline);
});

it('every internal link and form leads somewhere, fragments included', async () => {
  const found = new Set<string>();
  const forms = new Set<string>();
  for (const path of publicPages) {
    const from = await page(path);
    for (const [, address] of linksIn(from, ''))
      if (address!.startsWith('#'))
        expect(from.querySelectorAll(`[id="${address!.slice(1)}"]`), address).toHaveLength(1);
      else if (address!.startsWith('/')) found.add(address!);
    for (const form of from.querySelectorAll('form')) forms.add(form.getAttribute('action') ?? `no action on ${path}`);
  }
  expect(found.size).toBeGreaterThan(10);
  for (const address of found) {
    const answer = await get(address);
    expect([address, answer.status]).toEqual([address, 200]);
    const [, fragment] = address.split('#');
    if (fragment) expect((await answer.text()).split(` id="${fragment}"`), address).toHaveLength(2);
  }
  expect([...forms].sort()).toEqual([paths.contactForm, paths.theme]);
  for (const form of forms) expect([form, (await send(asker(site, ''), form)).status]).toEqual([form, 400]); // read, and refused
});

it('services and documents are listed from the database in their order, with icon, title and text', async () => {
  for (const [path, query] of [
    [paths.services, 'select title, content as text from services order by display_order'],
    [paths.about, 'select title, description as text from pdf_documents order by display_order'],
  ] as const) {
    const rows = await sql<{ title: string; text: string }>(query);
    const [main] = textsIn(await page(path), 'main');
    for (const { text } of rows) expect(main).toContain(text);
    const places = rows.map(({ title }) => main!.indexOf(title));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
  }
  const list = await page(paths.services);
  expect(list.querySelectorAll('main li.card svg')).toHaveLength(services.length);
  const cards = linksIn(await page(paths.home)).filter(([, address]) => address!.startsWith('/services#'));
  expect(cards).toHaveLength(4);
  for (const [, address] of cards)
    expect(list.querySelector(`li.service[id="${address!.split('#')[1]}"]`)).not.toBeNull();
});

it('a service leads to a form about it, whose subject is its title; nonsense leads to the empty form', async () => {
  const { id, title } = await sql.row('select id, title from services order by display_order');
  const links = linksIn(await page(paths.services)).filter(([name]) => name!.startsWith('Ask about this'));
  expect(links).toHaveLength(4);
  expect(links[0]).toEqual([expect.stringContaining(title), `/contact-form?about=${id}`]);
  const subject = async (query: string) =>
    (await page(`${paths.contactForm}?about=${query}`)).querySelector('[name=subject]')!.getAttribute('value') ?? '';
  expect(await subject(String(id))).toBe(title);
  for (const nonsense of ['0', 'x', '99999', '1e0', '']) expect(await subject(nonsense)).toBe('');
});

it('the contact form has its fields, choices, autofill and privacy note', async () => {
  const form = (await page(paths.contactForm)).querySelector('main form')!;
  const all = (selector: string, attribute: string) =>
    [...form.querySelectorAll(selector)].map((each) => each.getAttribute(attribute) ?? '');
  const labels = textsIn(form, 'select option');
  const options = all('select[name=serviceType] option', 'value').map((value, i) => [value, labels[i]]);
  expect(Object.fromEntries(options.slice(1))).toEqual({
    general: 'General Inquiry',
    'rigging-supervision': 'Rigging Supervision',
    'lift-plan-review': 'Lift Plan Review',
    'equipment-assessment': 'Equipment Assessment',
    'training-request': 'Training Request',
    other: 'Other',
  });
  expect(options[0]![0]).toBe('');
  expect(all('[type=radio]', 'value')).toEqual(['phone', 'email', 'either']);
  for (const [name, ...kinds] of [
    ['fullName', 'text', 'name'],
    ['companyName', 'text', 'organization'],
    ['email', 'email', 'email'],
    ['phone', 'tel', 'tel'],
  ])
    expect([all(`[name=${name}]`, 'type'), all(`[name=${name}]`, 'autocomplete')].flat(), name).toEqual(kinds);
  expect(all('[name=phone]', 'placeholder')).toEqual(['(868) XXX-XXXX']);
  expect(form.textContent).toMatch(/agree.*store and use my data to contact me about this enquiry/);
  expect(linksIn(form, '')).toContainEqual([expect.stringContaining('Privacy'), '/privacy-terms']);
});

it('pictures say what they show, and only the first is loaded at once', async () => {
  for (const path of [paths.home, paths.portfolio]) {
    const pictures = [...(await page(path)).querySelectorAll('main picture img')];
    expect(pictures).toHaveLength(5);
    for (const [i, picture] of pictures.entries()) {
      expect(picture.getAttribute('alt')).toMatch(/\w{3}/);
      expect([i, picture.getAttribute('loading')]).toEqual([i, i ? 'lazy' : picture.getAttribute('loading')]);
    }
    expect(pictures[0]!.getAttribute('loading')).not.toBe('lazy');
  }
  const labels = [...(await page(paths.home)).querySelectorAll('[aria-roledescription=slide]')];
  expect(labels.map((each) => each.getAttribute('aria-label'))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} of 5`));
});

it('an unknown address is 404 with the ways out', async () => {
  for (const path of ['/no-such-page', '/services/nothing', '/about/us']) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    const found = await parsePage(answer);
    expect(textsIn(found, 'h1')).toEqual(['404 Page Not Found']);
    const words = "Sorry, we couldn't find the page you're looking for. The page may have been moved or doesn't exist.";
    expect(textsIn(found, 'main')[0]).toContain(words);
    expect(linksIn(found)).toContainEqual(['Return to Home', '/']);
  }
});

const save = async (key: string, value: string) => {
  const where = "where page_name = 'footer' and section_key = $1";
  const version = await sql.value<string>(`select version::text from page_content ${where}`, [key]);
  return (await send(editor.ask, paths.admin.pages('footer', key), { contentValue: value, version })).status;
};

describe('the ways to reach us', () => {
  it('have WhatsApp beside the phones as soon as staff give its number', async () => {
    const links = async (path: string) =>
      linksIn(await page(path), '').filter(([, address]) => address!.startsWith('https://wa.me'));
    for (const path of [paths.home, paths.contact, paths.contactFormSent]) expect(await links(path)).toEqual([]);
    expect(await save('whatsapp', '555-0144')).toBe(303);
    for (const path of [paths.home, paths.contact, paths.contactFormSent])
      expect((await links(path)).map(([, address]) => address)).toEqual(Array(2).fill('https://wa.me/18685550144'));
    expect((await page(paths.home)).querySelector('a[href^="https://wa.me"]')!.getAttribute('target')).toBe('_blank');
  });

  it('lack the second phone and the network link where staff have emptied them, and never the others', async () => {
    expect(await save('phone_2', '')).toBe(303);
    expect(await save('network_link', '')).toBe(303);
    for (const path of [paths.home, paths.contact]) {
      const found = await page(path);
      expect(found.body.textContent).not.toMatch(/\(868\) 555-0187|Second line|Our professional network page/);
      expect(found.querySelectorAll('a[href=""], a[href="tel:+"], a:not([href])')).toHaveLength(0);
    }
    expect(await save('phone_1', '')).toBe(400);
  });
});

describe('during maintenance', () => {
  beforeEach(() => setMaintenance(sql, true, site));
  afterEach(() => setMaintenance(sql, false, site));

  it('every public address shows the screen, with the ways to reach us and the message of staff as text', async () => {
    for (const path of [...publicPages, '/no-such-page']) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 503, 'no-store']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const found = await parsePage(answer);
      expect(textsIn(found, 'h1')).toEqual(['Maintenance in Progress']);
      expect(linksIn(found)).toEqual(expect.arrayContaining([['Try again', path], PHONE, MAIL]));
    }
    for (const data of ['/_root.data', '/about.data', '/contact-form.data', '/about.data?_routes=site%2Fabout.page'])
      expect([data, (await get(data)).status]).toEqual([data, 503]);
    const [main] = textsIn(await page(paths.about), 'main');
    for (const text of [
      'Our site is undergoing maintenance. Please check back shortly.',
      "We'll be back online soon",
      'Safety Rigging & Lifting Services',
      'For urgent inquiries, please contact us directly:',
    ])
      expect(main).toContain(text);
    await sql("update site_status set message = 'Back at <b>noon</b>.'");
    await expect.poll(async () => textsIn(await page('/'), 'main')[0]).toContain('Back at <b>noon</b>.');
    expect(await save('email', 'info@münchen.example')).toBe(303);
    expect(linksIn(await page('/'))).toContainEqual(['info@münchen.example', 'mailto:info@xn--mnchen-3ya.example']);
  });

  it('admins are led to the panel from there, and nobody else', async () => {
    const strip = async (visitor: Visitor) => linksIn(await parsePage(visitor.get(paths.about)), '').flat();
    expect(await strip(await visitAs(site, sql, 'admin'))).toContain('Open the maintenance panel');
    expect(await strip(editor)).not.toContain('Open the maintenance panel');
    expect(await strip(await visitAs(site, sql))).not.toContain('Open the maintenance panel');
  });

  it('health checks, documents, files, the files for machines, theme and admin stay reachable', async () => {
    const file = await sql.value<string>('select file_path from pdf_documents limit 1');
    const open = ['/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/site.webmanifest', '/favicon.svg'];
    for (const path of ['/.well-known/security.txt', ...open, paths.document(file), paths.admin.login])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get('/documents/no/such.pdf')).status).toBe(404);
    expect((await get('/admin')).status).toBe(302);
    expect((await send(asker(site, ''), paths.theme, { theme: 'dark' })).status).toBe(303);
    const events = (await get('/events')).body!.getReader();
    expect(new TextDecoder().decode((await events.read()).value)).toContain('"maintenanceMode":true');
    await events.cancel();
  });
});

// The last test, because it removes what the others need.
it('an unknown or absent icon is shown as the search icon, and no list as nothing', async () => {
  const drawings = async () =>
    [...(await page(paths.services)).querySelectorAll('main li.card svg')].map(({ innerHTML }) => innerHTML);
  await sql(`update services set icon = 'Search'`);
  await expect.poll(async () => new Set(await drawings()).size).toBe(1);
  const [search] = await drawings();
  for (const icon of [null, 'NoSuchIcon', 'constructor']) {
    await sql(`update services set icon = 'Phone'`);
    await expect.poll(drawings).not.toContain(search);
    await sql('update services set icon = $1', [icon]);
    await expect.poll(async () => [...new Set(await drawings())]).toEqual([search]);
  }
  await sql('delete from services; delete from pdf_documents');
  await expect.poll(drawings).toEqual([]);
  expect((await get(paths.services)).status).toBe(200);
  await expect
    .poll(async () => textsIn(await page(paths.about), 'main')[0])
    .not.toMatch(/Company Documents|View Document/);
});
