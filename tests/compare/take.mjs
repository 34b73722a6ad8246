// Captures a page with varying parts (times, references, tokens) made equal.

/** @returns {Promise<{ address: string, status: number, text: string, picture: Buffer }>} */
export async function take(page, url, { path, act }) {
  await page.goto('about:blank'); // otherwise an address that differs only by its # does not load
  const answer = await page.goto(url + path);
  let status = answer.status();
  if (act) {
    page.on('response', (each) => {
      if (each.request().method() === 'POST') status = each.status();
    });
    await act(page);
    page.removeAllListeners('response');
  }
  const picture = await whenStill(page);
  const text = `${await page.title()}\n${await page.evaluate(() => document.body?.innerText ?? document.documentElement.textContent)}`;
  return { address: withoutNature(page.url().replace(url, '')), status, text: withoutNature(text), picture };
}

/** Waits for two equal pictures: then fonts, pictures and scripts have loaded. */
async function whenStill(page) {
  let last;
  for (let tries = 0; tries < 12; tries++) {
    await page.evaluate(makeAlike, NATURE.map(([pattern, word]) => [pattern.source, pattern.flags, word])); // oxfmt-ignore
    const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
    if (last?.equals(picture)) break;
    last = picture;
    await page.waitForTimeout(200);
  }
  return last;
}

const NATURE = [
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2000-01-01'],
  [/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{4}\b/g, '1 Jan 2000'],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*(,? \d{1,2} \w{3,9})/g, 'Mon 1 Jan'],
  [/\b\d{4}-\d\d-\d\d\b/g, '2000-01-01'],
  [/\b\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?\b/gi, '00:00'],
  [/\b\d+ (s|sec|min|minutes?|seconds?)\b/g, '1 min'],
  [/\b\d+ h( \d+ min)?\b/g, '1 h'],
  [/\bSR-[A-Z0-9-]+/g, 'SR-0'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'id'],
  [/\blocalhost:\d+/g, 'localhost'],
  [/\b[\w-]{43}\b/g, 'token'],
  [/\b[A-Z2-7]{4}( [A-Z2-7]{4}){3,}\b/g, 'KEY'],
];
const withoutNature = (text) => NATURE.reduce((all, [pattern, word]) => all.replace(pattern, word), text);

/** Runs in the page. Replaces visible texts and the QR code of a key. */
function makeAlike(nature) {
  const patterns = nature.map(([source, flags, word]) => [new RegExp(source, flags), word]);
  const alike = (text) => patterns.reduce((all, [pattern, word]) => all.replace(pattern, word), text);
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = alike(node.data);
    if (text !== node.data && !node.parentElement.closest('script, style')) node.data = text;
  }
  for (const field of document.querySelectorAll('input:not([type="file"]), textarea')) {
    const text = field.type.startsWith('date') ? '' : alike(field.value);
    if (text !== field.value) field.value = text;
  }
  for (const image of document.querySelectorAll('img[loading="lazy"]')) image.loading = 'eager';
}
