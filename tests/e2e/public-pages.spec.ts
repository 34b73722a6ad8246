import { paths, publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, waitForHydration } from '../support/site-page.ts';
import type { Page } from '@playwright/test';

const PHONE_1 = '(868) 555-0142';
const PHONE_2 = '(868) 555-0187';
const EMAIL = 'info@example.com';
const NAME = 'Safety Rigging & Lifting Services';

const main = (page: Page) => page.locator('main');
const link = (page: Page, name: string | RegExp) =>
  main(page).getByRole('link', { name, exact: typeof name === 'string' });
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true });

async function expectLinks(page: Page, links: Record<string, string>): Promise<void> {
  for (const [name, address] of Object.entries(links))
    await expect(link(page, name).first(), name).toHaveAttribute('href', address);
}

test.describe('section 1', () => {
  test('the four services that the site offers are listed', async ({ page }) => {
    await page.goto(paths.services);
    for (const title of [
      'Site Assessments & Supervision',
      'Lift Planning & Review',
      'Training & Compliance',
      'Risk Assessment & Incident Investigation',
    ])
      await expect(heading(page, title)).toBeVisible();
  });

  test('the claims: registered in March 2020, managing director and principal consultant, answers within 24 hours, emergencies 24/7', async ({
    page,
  }) => {
    await page.goto(paths.about);
    await expect(main(page)).toContainText('became registered in March 2020');
    await expect(heading(page, 'Managing Director & Principal Consultant')).toBeVisible();
    await page.goto(paths.contact);
    await expect(main(page)).toContainText('Trinidad & Tobago, serving the Caribbean');
    await expect(main(page)).toContainText('Enquiries answered within 24 hours');
    await expect(main(page)).toContainText('Emergency consultations available 24/7');
  });

  test('the footer taglines stand on every page', async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path);
      const footer = page.locator('footer');
      await expect(footer).toContainText('Your trusted partner in rigging & lifting solutions');
      await expect(footer).toContainText(/expert guidance and support for lifting operations across the Caribbean/i);
      await expect(footer).toContainText('Professional rigging consultancy services across the Caribbean');
    }
  });
});

test.describe('header and footer', () => {
  test('header: logo to /, theme toggle, links Home, About, Services, Contact; the current one is marked', async ({
    page,
  }) => {
    await page.goto(paths.services);
    const header = page.locator('header');
    await expect(header.getByRole('link', { name: /home$/ }).first()).toHaveAttribute('href', '/');
    const nav = header.getByRole('navigation', { name: 'Main' });
    for (const [name, address] of Object.entries({
      Home: '/',
      About: '/about',
      Services: '/services',
      Contact: '/contact',
    }))
      await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
    await expect(nav.locator('[aria-current="page"]')).toHaveText('Services');
    for (const name of ['Light theme', 'Dark theme', 'System theme'])
      await expect(header.getByRole('button', { name }).first()).toBeVisible();
  });

  test('footer: quick links, both buttons, network link, phones and e-mail', async ({ page }) => {
    await page.goto(paths.about);
    const footer = page.locator('footer');
    const links = {
      Home: '/',
      'About Us': '/about',
      Services: '/services',
      Contact: '/contact',
      Sitemap: '/sitemap',
      'Privacy & Terms': '/privacy-terms',
      'Get in Touch': '/contact',
      'Our Services': '/services',
      [PHONE_1]: 'tel:+18685550142',
      [PHONE_2]: 'tel:+18685550187',
      [EMAIL]: `mailto:${EMAIL}`,
    };
    for (const [name, address] of Object.entries(links))
      await expect(footer.getByRole('link', { name, exact: true }), name).toHaveAttribute('href', address);
    await expect(footer.locator('a[href^="https://"]')).toHaveCount(1);
  });

  test('the footer buttons scroll to the top', async ({ page, javaScriptEnabled }) => {
    for (const [name, address] of [
      ['Get in Touch', paths.contact],
      ['Our Services', paths.services],
    ] as const) {
      await open(page, paths.about, javaScriptEnabled!);
      await page.locator('footer').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    }
  });

  test('on small screens the links are in a menu that opens, and closes on navigation', async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, paths.home, javaScriptEnabled!);
    const about = page.locator('header').getByRole('link', { name: 'About', exact: true });
    await expect(about.filter({ visible: true })).toHaveCount(0);
    await page.locator('header summary').click();
    await expect(about.filter({ visible: true })).toHaveCount(1);
    await about.filter({ visible: true }).click();
    await expect(page).toHaveURL(paths.about);
    await expect(about.filter({ visible: true })).toHaveCount(0);
  });

  test('with JavaScript, Escape closes the menu and gives the focus back @js', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, paths.home, true);
    const menu = page.locator('header summary');
    await menu.click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.locator('header details')).not.toHaveAttribute('open');
    await expect(menu).toBeFocused();
  });

  test('the first Tab reaches a link that skips to the content', async ({ page }) => {
    await page.goto(paths.about);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
  });

  test('back-to-top appears once scrolled more than 300 px and scrolls to the top @js', async ({ page }) => {
    await open(page, paths.about, true);
    const button = page.getByRole('button', { name: 'Back to top' });
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    await expect(button).toBeHidden();
    await page.evaluate(() => scrollTo({ top: 301, behavior: 'instant' }));
    await expect(button).toBeVisible();
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
    await button.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(button).toBeHidden();
  });
});

test.describe('routes', () => {
  test('/ has banner, hero with its texts and buttons, Our Expertise, Why Choose and the closing call', async ({
    page,
  }) => {
    await page.goto(paths.home);
    await expect(page.locator('img[src="/banner.svg"]')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: NAME, exact: true })).toBeVisible();
    await expect(main(page)).toContainText(
      'We deliver safe, efficient, and customized solutions for every lifting challenge.',
    );
    await expectLinks(page, { 'Explore Our Services': '/services', 'Get in Contact': '/contact' });
    await expect(heading(page, 'Our Expertise')).toBeVisible();
    for (const title of [
      'Site Assessments & Supervision',
      'Lift Planning & Review',
      'Training & Compliance',
      'Risk Assessment & Investigation',
    ]) {
      const card = main(page)
        .getByRole('link')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      await expect(card).toHaveAttribute('href', '/services');
    }
    const why = main(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Why Choose/ }) });
    for (const point of ['Safety First', 'Efficiency', 'Expertise', 'Customization'])
      await expect(why.getByRole('heading', { name: point, exact: true })).toBeVisible();
    await expect(why.locator('a[href="/about"]')).toBeVisible();
    await expect(main(page).locator('section').last().locator('a[href="tel:+18685550142"]')).toBeVisible();
    await expect(main(page).locator('section').last().locator(`a[href="mailto:${EMAIL}"]`)).toBeVisible();
  });

  test('/about has Who We Are, Mission, four Values, director, Our Approach, Company Documents and its buttons', async ({
    page,
  }) => {
    await page.goto(paths.about);
    for (const title of [
      'Who We Are',
      'Our Mission',
      'Safety First',
      'Professionalism',
      'Client-Centered Service',
      'Integrity in Every Lift',
      'Our Approach',
      'Safety Excellence',
      'Precision Planning',
      'Client Focus',
      'Company Documents',
    ])
      await expect(heading(page, title)).toBeVisible();
    await expectLinks(page, { 'Get in Touch': '/contact', 'Our Services': '/services' });
  });

  test('/services lists the services from the database as cards with icon, title and content', async ({
    page,
    product,
  }) => {
    const services = await product.sql('select title, content from services order by display_order');
    await page.goto(paths.services);
    const cards = main(page).locator('li.card');
    await expect(cards).toHaveCount(services.length);
    for (const [index, { title, content }] of services.entries()) {
      await expect(cards.nth(index).getByRole('heading')).toHaveText(title);
      await expect(cards.nth(index)).toContainText(content);
      await expect(cards.nth(index).locator('svg')).toBeVisible();
    }
    await expect(main(page)).not.toContainText('Loading services...');
  });

  test('/services has the way back, four benefits, the Lift Planning explanation and its buttons', async ({ page }) => {
    await page.goto(paths.services);
    await expectLinks(page, { 'Back to Home': '/', 'Request a Quote': '/contact', 'View Our Work': '/portfolio' });
    for (const title of ['Safety', 'Efficiency', 'Expertise', 'Customization', 'Lift Planning'])
      await expect(heading(page, title)).toBeVisible();
  });

  test('/services shows an unknown or absent icon as the search icon, and an empty list as nothing', async ({
    page,
    product,
  }) => {
    const drawings = async () => {
      await page.goto(paths.services);
      return main(page)
        .locator('li.card svg')
        .evaluateAll((all) => all.map((one) => one.innerHTML));
    };
    try {
      await product.sql(`update services set icon = 'Search'`);
      await expect.poll(async () => new Set(await drawings()).size).toBe(1);
      const [search] = await drawings();
      for (const icon of [null, 'NoSuchIcon', 'constructor']) {
        await product.sql(`update services set icon = 'Phone'`);
        await expect.poll(drawings).not.toContain(search);
        await product.sql('update services set icon = $1', [icon]);
        await expect.poll(async () => [...new Set(await drawings())]).toEqual([search]);
      }
      await product.sql('delete from services');
      await expect.poll(drawings).toEqual([]);
      await expect(main(page)).not.toContainText('Loading services...');
      await expect(page.getByRole('heading', { level: 1, name: 'Our Services' })).toBeVisible();
    } finally {
      await product.restoreContent();
    }
  });

  test('/services/lift-planning explains why lift plans matter, and has its ways on', async ({ page }) => {
    await page.goto(paths.liftPlanning);
    await expectLinks(page, { 'Back to Services': '/services', 'Get Started': '/contact' });
    for (const title of ['Why Lift Plans Matter', 'Safety', 'Precision', 'Efficiency'])
      await expect(heading(page, title)).toBeVisible();
    await expect(main(page).locator('section').last().locator('a[href="/services"]')).toBeVisible();
  });

  test('/contact has three cards, six reasons and a closing call to the form', async ({ page }) => {
    await page.goto(paths.contact);
    for (const title of ['Call Us', 'Email Us', 'Contact Form']) await expect(heading(page, title)).toBeVisible();
    await expectLinks(page, {
      [PHONE_1]: 'tel:+18685550142',
      [PHONE_2]: 'tel:+18685550187',
      'Call Now': 'tel:+18685550142',
      [EMAIL]: `mailto:${EMAIL}`,
    });
    const card = main(page)
      .locator('li')
      .filter({ has: page.getByRole('heading', { name: 'Contact Form' }) });
    await expect(card.getByRole('link')).toHaveAttribute('href', '/contact-form');
    const why = main(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Why Contact/ }) });
    await expect(why.getByRole('listitem')).toHaveCount(6);
    await expect(main(page).locator('section').last().locator('a[href="/contact-form"]')).toBeVisible();
  });

  test('/contact-form has its heading, fields, button and privacy note', async ({ page }) => {
    await page.goto(paths.contactForm);
    await expect(page.getByRole('heading', { level: 1, name: 'Get In Touch', exact: true })).toBeVisible();
    const form = main(page).locator('form');
    for (const name of ['Full name', 'Company name (optional)', 'Email', 'Phone (optional)', 'Subject', 'Message'])
      await expect(form.getByRole('textbox', { name, exact: true })).toBeVisible();
    await expect(form.getByPlaceholder('(868) XXX-XXXX')).toBeVisible();
    await expect(form.getByRole('combobox').locator('option')).toHaveText([
      /./,
      'General Inquiry',
      'Rigging Supervision',
      'Lift Plan Review',
      'Equipment Assessment',
      'Training Request',
      'Other',
    ]);
    expect(
      await form
        .getByRole('combobox')
        .locator('option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual([
      '',
      'general',
      'rigging-supervision',
      'lift-plan-review',
      'equipment-assessment',
      'training-request',
      'other',
    ]);
    expect(
      await form.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['phone', 'email', 'either']);
    await expect(
      form.getByRole('checkbox', { name: /agree.*store and use my data to contact me about this enquiry/ }),
    ).not.toBeChecked();
    await expect(form.getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();
    await expect(form.getByRole('link', { name: /Privacy/ })).toHaveAttribute('href', '/privacy-terms');
    await expect(form.locator('[name=website]')).toBeHidden();
  });

  test('/sitemap lists the pages by category, quick navigation, website information and help', async ({ page }) => {
    await page.goto(paths.sitemap);
    const card = (name: string) =>
      main(page)
        .locator('section')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
    const categories: Record<string, Record<string, string>> = {
      'Main Pages': {
        Home: '/',
        'About Us': '/about',
        Services: '/services',
        'Lift Planning': '/services/lift-planning',
      },
      'Contact & Support': { 'Contact Us': '/contact', 'Contact Form': '/contact-form' },
      'Information & Legal': { Sitemap: '/sitemap', 'Privacy & Terms': '/privacy-terms' },
      'Need Help?': { 'Contact Form': '/contact-form', 'Contact Us': '/contact' },
    };
    for (const [name, links] of Object.entries(categories)) {
      await expect(card(name).getByRole('link')).toHaveCount(Object.keys(links).length);
      for (const [text, address] of Object.entries(links))
        await expect(card(name).getByRole('link', { name: text, exact: true })).toHaveAttribute('href', address);
    }
    const quick = main(page).getByRole('navigation', { name: 'Quick navigation' });
    expect(await quick.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '/services',
      '/services/lift-planning',
      '/about',
      '/contact',
    ]);
    const information = card('Website Information');
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'America/Port_of_Spain' }).format(
      new Date(),
    );
    await expect(information).toContainText(`Last updated${today}`);
    await expect(information).toContainText('Total pages8');
    await expect(information).toContainText('Mobile responsiveYes');
    await expect(information).toContainText('AccessibilityWCAG 2.1 AA');
  });

  test('/privacy-terms covers every point of privacy and terms, with phone and e-mail', async ({ page }) => {
    await page.goto(paths.privacyTerms);
    for (const title of [
      'Information We Collect',
      'How We Use Information',
      'Information Sharing',
      'Data Security',
      'Your Rights',
      'Acceptance of Terms',
      'Use Licence',
      'Service Disclaimer',
      'Limitations',
      'Governing Law',
    ])
      await expect(heading(page, title)).toBeVisible();
    for (const text of [
      /not sell/,
      /access/,
      /corrected/,
      /deleted/,
      /opt out of marketing/,
      /lodge a complaint/,
      /professional assessment/,
      /law of Trinidad & Tobago/,
    ])
      await expect(main(page)).toContainText(text);
    await expectLinks(page, { [PHONE_1]: 'tel:+18685550142', [EMAIL]: `mailto:${EMAIL}` });
  });

  test('/portfolio shows kinds of work with the site’s own pictures', async ({ page }) => {
    await page.goto(paths.portfolio);
    await expect(heading(page, 'Our Work')).toBeVisible();
    await expect(main(page).locator('picture img')).toHaveCount(5);
    for (const picture of await main(page).locator('picture img').all())
      await expect(picture).toHaveAttribute('alt', /\w{3}/);
  });

  test('any other path is 404 with the text and the ways out, its path in the console', async ({
    page,
    javaScriptEnabled,
    errors,
  }) => {
    errors.expect(/404: no page at/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open(page, paths.about, javaScriptEnabled!);
    for (const path of ['/no-such-page', '/services/nothing', '/about/us']) {
      const answer = await page.goto(path);
      expect(answer!.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true })).toBeVisible();
      await expect(main(page)).toContainText(
        "Sorry, we couldn't find the page you're looking for. The page may have been moved or doesn't exist.",
      );
      await expect(link(page, 'Return to Home')).toHaveAttribute('href', '/');
      if (javaScriptEnabled) await expect.poll(() => logged.some((text) => text.includes(path))).toBe(true);
    }
    if (javaScriptEnabled) {
      await main(page).getByRole('link', { name: 'Go Back' }).click();
      await expect(page).toHaveURL('/services/nothing');
    }
  });

  test('Go Back on the 404 page goes back to the page one came from', async ({ page, javaScriptEnabled, errors }) => {
    errors.expect(/404: no page at/);
    await open(page, paths.services, javaScriptEnabled!);
    await page.evaluate(() => {
      const way = document.createElement('a');
      way.href = '/no-such-page';
      way.textContent = 'A broken link';
      document.querySelector('main')!.prepend(way);
    });
    await page.getByRole('link', { name: 'A broken link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
    if (javaScriptEnabled) await waitForHydration(page);
    await page.getByRole('link', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(paths.services);
  });
});

test('every internal link and form of every page leads somewhere, fragments included', async ({
  page,
  product,
  request,
}) => {
  const found = new Set<string>();
  const actions = new Set<string>();
  for (const path of publicPages) {
    await page.goto(path);
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    for (const address of links) {
      if (address.startsWith('#')) await expect(page.locator(`[id="${address.slice(1)}"]`), address).toHaveCount(1);
      else if (address.startsWith('/')) found.add(address);
    }
    for (const form of await page.locator('form').all())
      actions.add((await form.getAttribute('action')) ?? `no action on ${path}`);
  }
  expect(found.size).toBeGreaterThan(10);
  for (const address of found) {
    const answer = await request.get(address);
    expect([address, answer.status()]).toEqual([address, 200]);
    const [, fragment] = address.split('#');
    if (fragment) expect([address, (await answer.text()).split(` id="${fragment}"`).length - 1]).toEqual([address, 1]);
  }
  expect([...actions].sort()).toEqual([paths.contactForm, paths.theme]);
  for (const address of actions)
    // an empty form is understood and refused
    expect([address, (await request.post(address, { form: {}, headers: { Origin: product.url } })).status()]).toEqual([
      address,
      400,
    ]);
});

test('title, description and canonical address are unique; Open Graph and JSON-LD are whole', async ({
  page,
  product,
  request,
}) => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>(), types: new Set<string>() };
  for (const path of publicPages) {
    await page.goto(path);
    const content = (selector: string) => page.locator(`head ${selector}`).getAttribute('content');
    const title = await page.title();
    const description = (await content('meta[name=description]'))!;
    expect(title).toContain('Rigging & Lifting');
    expect(description.length).toBeGreaterThan(50);
    seen.titles.add(title);
    seen.descriptions.add(description);
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', product.url + path);
    expect(await content('meta[property="og:title"]')).toBe(title);
    expect(await content('meta[property="og:description"]')).toBe(description);
    expect(await content('meta[property="og:url"]')).toBe(product.url + path);
    const picture = (await content('meta[property="og:image"]'))!;
    expect((await request.get(picture)).headers()['content-type']).toMatch(/^image\//);
    for (const text of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      const data = JSON.parse(text);
      expect(data['@context']).toBe('https://schema.org');
      seen.types.add([data['@type']].flat().join());
      if (text.includes('"Service"')) seen.types.add('Service');
    }
  }
  expect(seen.titles.size).toBe(publicPages.length);
  expect(seen.descriptions.size).toBe(publicPages.length);
  expect([...seen.types].join()).toMatch(/Organization|LocalBusiness/);
  expect([...seen.types]).toContain('Service');
});

test('headings go down one step at a time, below one main heading', async ({ page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    levels.reduce((last, level) => {
      expect(level - last, `${path}: ${levels.join()}`).toBeLessThanOrEqual(1);
      return level;
    });
  }
});

test.describe('theme', () => {
  const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = (page: Page, name: string) => page.locator('header').getByRole('button', { name }).first().click();

  test('is light until chosen, on a dark device too; system follows the device', async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, paths.home, javaScriptEnabled!);
    expect(await theme(page)).toBe('light');
    const light = await ground(page);
    await choose(page, 'System theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
    await expect.poll(() => ground(page)).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => ground(page)).toBe(light);
  });

  test('chosen, is kept in a cookie over reloads and pages, and stays on the page', async ({
    page,
    context,
    javaScriptEnabled,
  }) => {
    await open(page, paths.services, javaScriptEnabled!);
    await choose(page, 'Dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page).toHaveURL(paths.services);
    await expect(page.locator('header').getByRole('button', { name: 'Dark theme' }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'theme')?.value).toBe('dark');
    await page.goto(paths.about);
    expect(await theme(page)).toBe('dark');
  });

  test('is kept in local storage under the key theme @js', async ({ page }) => {
    await open(page, paths.home, true);
    await choose(page, 'Dark theme');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  });

  test('does not flash: the first paint has the chosen theme already', async ({ page, context, product }) => {
    await context.addCookies([{ name: 'theme', value: 'dark', url: product.url }]);
    const answer = await page.goto(paths.home);
    expect(await answer!.text()).toMatch(/^<!DOCTYPE html><html[^>]* data-theme="dark"/);
    const dark = await ground(page);
    expect(dark).not.toBe('rgb(255, 255, 255)');
  });
});

test.describe('hero carousel', () => {
  const carousel = (page: Page) => page.locator('[aria-roledescription=carousel]');
  const slides = (page: Page) => carousel(page).locator('[aria-roledescription=slide]');
  const current = (page: Page) =>
    slides(page).evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-hidden') !== 'true'));
  const start = async (page: Page) => {
    await page.clock.install();
    await page.goto(paths.home);
    await page.clock.runFor(1000);
    await waitForHydration(page);
    await expect(async () => {
      await page.clock.runFor(300);
      await expect(carousel(page).getByRole('button', { name: 'Pause slides' })).toBeVisible({ timeout: 100 });
    }).toPass();
    await page.clock.runFor(100);
  };
  /** Lets time pass in frames, so that the slider's animation ends too. */
  const pass = async (page: Page, ms: number) => page.clock.runFor(ms);

  test('has five pictures with texts, the first at once and the rest when needed, labelled 1 of 5 and so on', async ({
    page,
    request,
  }) => {
    await page.goto(paths.home);
    await expect(slides(page)).toHaveCount(5);
    const pictures = carousel(page).locator('img');
    await expect(pictures).toHaveCount(5);
    await expect(pictures.first()).toHaveAttribute('fetchpriority', 'high');
    for (let index = 0; index < 5; index++) {
      await expect(slides(page).nth(index)).toHaveAttribute('aria-label', `${index + 1} of 5`);
      await expect(pictures.nth(index)).toHaveAttribute('alt', /\w{3}/);
    }
    expect(await carousel(page).locator('source[type="image/avif"]').count()).toBeGreaterThan(4);
    expect(await carousel(page).locator('source[type="image/webp"]').count()).toBeGreaterThan(4);
    for (const path of [paths.home, paths.portfolio]) {
      const sent = await (await request.get(path)).text(); // the slider asks for the next slide ahead of its turn
      const [first, ...rest] = [...sent.matchAll(/<img [^>]*\/pictures\/[^>]*>/g)].map(([tag]) => tag);
      expect(first).not.toContain('loading="lazy"');
      expect(rest.length).toBeGreaterThan(2);
      for (const tag of rest) expect(tag).toContain('loading="lazy"');
    }
  });

  test('is a strip to scroll by hand without JavaScript, with no dead controls @no-js', async ({ page }) => {
    await page.goto(paths.home);
    await expect(carousel(page).getByRole('button')).toHaveCount(0);
    const strip = carousel(page).locator('.strip');
    await expect(strip).toHaveCSS('scroll-snap-type', /x mandatory/);
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  });

  test('advances every 5 s and loops, silent for screen readers @js', async ({ page }) => {
    await start(page);
    await expect(carousel(page).locator('[aria-live]').first()).toHaveAttribute('aria-live', 'off');
    const seen = [await current(page)];
    for (let index = 0; index < 5; index++) {
      await pass(page, 5000);
      await expect
        .poll(async () => {
          await pass(page, 16);
          return current(page);
        })
        .toBe((seen[0]! + index + 1) % 5);
      seen.push(await current(page));
    }
    expect(seen.at(-1)).toBe(seen[0]);
  });

  test('is not stopped by pointing at it or by using its arrows @js', async ({ page }) => {
    await start(page);
    await carousel(page).hover({ force: true, position: { x: 900, y: 200 } });
    await carousel(page).getByRole('button', { name: 'Next slide' }).click();
    await pass(page, 1000);
    const before = await current(page);
    await pass(page, 6000);
    expect(await current(page)).not.toBe(before);
    await expect(carousel(page).getByRole('button', { name: 'Pause slides' })).toBeVisible();
  });

  test('has a pause button, first in its tab order, which stops it, changes its label and starts it again @js', async ({
    page,
  }) => {
    await start(page);
    await expect(carousel(page).getByRole('button').first()).toHaveAccessibleName('Pause slides');
    await carousel(page).getByRole('button', { name: 'Pause slides' }).click();
    const play = carousel(page).getByRole('button', { name: 'Play slides' });
    await expect(play).toBeVisible();
    await expect(carousel(page).locator('[aria-live]').first()).toHaveAttribute('aria-live', 'polite');
    const before = await current(page);
    await pass(page, 12_000);
    expect(await current(page)).toBe(before);
    await play.click();
    await pass(page, 6000);
    expect(await current(page)).not.toBe(before);
  });

  test('does not start by itself under prefers-reduced-motion @js', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(paths.home);
    await expect(async () => {
      await page.clock.runFor(300);
      await expect(carousel(page).getByRole('button', { name: 'Play slides' })).toBeVisible({ timeout: 100 });
    }).toPass();
    const before = await current(page);
    await page.clock.runFor(12_000);
    expect(await current(page)).toBe(before);
  });
});

test.describe('client-side navigation', () => {
  test('shows the loading text of the place as a status while it is on its way @js', async ({ page }) => {
    for (const [name, path, text] of [
      ['Services', paths.services, 'Loading services...'],
      ['About', paths.about, 'Loading...'],
    ] as const) {
      await open(page, paths.contact, true);
      let letThrough = () => {};
      const held = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route(`**${path}.data*`, async (route) => {
        await held;
        await route.continue();
      });
      await page
        .locator('header')
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name, exact: true })
        .click();
      await expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();
      letThrough();
      await expect(page).toHaveURL(path);
      await expect(page.getByText(text, { exact: true })).toBeHidden();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('changes the title, puts the focus on the content and loads no new document @js', async ({ page }) => {
    await open(page, paths.home, true);
    await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
    await page
      .locator('header')
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About', exact: true })
      .click();
    await expect(page).toHaveTitle(/^About Us/);
    await expect(main(page)).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true);
  });

  test('no loading text is ever sent in a page', async ({ request }) => {
    for (const path of publicPages)
      expect(await (await request.get(path)).text()).not.toMatch(/>Loading( services)?\.\.\.</);
  });
});

test.describe('Company Documents', () => {
  const section = (page: Page) =>
    main(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Company Documents' }) });

  test('shows a card for each document: title, description, icon and View Document', async ({ page, product }) => {
    const documents = await product.sql('select title, description from pdf_documents order by display_order');
    await page.goto(paths.about);
    const cards = section(page).getByRole('listitem');
    await expect(cards).toHaveCount(3);
    for (const [index, { title, description }] of documents.entries()) {
      await expect(cards.nth(index).getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(cards.nth(index)).toContainText(description);
      await expect(cards.nth(index).locator('svg')).toBeVisible();
      await expect(cards.nth(index).getByText('View Document', { exact: true })).toBeVisible();
    }
    const columns = () =>
      section(page)
        .getByRole('list')
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(await columns()).toBe(3);
    await page.setViewportSize({ width: 768, height: 800 });
    expect(await columns()).toBe(3);
  });

  test('opens a small dialog whose button opens the file in a new tab; closing it leaves the page as it was', async ({
    page,
    context,
    javaScriptEnabled,
  }) => {
    await open(page, paths.about, javaScriptEnabled!);
    const view = section(page).getByText('View Document', { exact: true }).first();
    await view.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Company Profile', exact: true })).toBeVisible();
    await expect(dialog).toContainText('Click below to view this document:');
    const file = dialog.getByRole('link', { name: 'Open in New Tab' });
    await expect(file).toHaveAttribute('target', '_blank');
    const address = (await file.getAttribute('href'))!;
    expect(address).toMatch(/^\/documents\/\d+-company-profile\.pdf$/);
    expect((await page.request.get(address)).headers()['content-type']).toBe('application/pdf');
    const tab = context.waitForEvent('page');
    await file.click();
    await (await tab).close();
    await dialog
      .getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Close' })
      .last()
      .click();
    await expect(dialog).toHaveCount(0);
    await section(page).getByText('View Document', { exact: true }).nth(1).click();
    await expect(dialog.getByRole('heading', { name: 'H.S.E. Policy' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Company Profile' })).toBeHidden();
  });

  test('the dialog keeps the focus, closes on Escape and gives the focus back @js', async ({ page }) => {
    await open(page, paths.about, true);
    const view = section(page).getByText('View Document', { exact: true }).nth(2);
    await view.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Mission Statement' })).toBeVisible();
    for (let index = 0; index < 4; index++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(view).toBeFocused();
  });

  test('is hidden entirely when there are no documents', async ({ page, product }) => {
    await product.sql('create table kept_documents as select * from pdf_documents');
    await product.sql('delete from pdf_documents');
    try {
      await expect
        .poll(async () => {
          await page.goto(paths.about);
          return page.getByText('Company Documents').count();
        })
        .toBe(0);
      await expect(page.getByText('View Document')).toHaveCount(0);
    } finally {
      await product
        .sql('insert into pdf_documents overriding system value select * from kept_documents')
        .catch(() => product.sql('insert into pdf_documents select * from kept_documents'));
      await product.sql('drop table kept_documents');
    }
  });
});

test('printed, services, about and privacy are their text in black on white', async ({ page }) => {
  for (const path of [paths.services, paths.about, paths.privacyTerms]) {
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('header')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ media: null });
  }
});
