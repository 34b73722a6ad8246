import { paths, publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, waitForScripts } from '../support/site-page.ts';
import { EMAIL, NAME, PHONE_1, PHONE_2, expectLinks, heading, link, main } from '../support/site-texts.ts';

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
      await expect(card).toHaveAttribute('href', /^\/services#service-\d+$/);
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
    if (javaScriptEnabled) await waitForScripts(page);
    await page.getByRole('link', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(paths.services);
  });
});
