/**
 * Makes the pictures of the documentation from the built product and its samples: `npm run screenshots`, by hand, when
 * what they show has changed.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { paths } from '#app/paths.ts';
import { generatePassword } from '#app/accounts/passwords/password.server.ts';
import { startProduct } from '../tests/support/product.ts';
import { orExit, readArguments } from './arguments.mjs';
import { chromiumFlags, findChromium } from './chromium.mjs';

const pictures = [
  { name: 'home', path: paths.home, width: 1280, height: 800 },
  { name: 'inbox', path: paths.admin.messagesThatWait, width: 1440, height: 900 },
  { name: 'message', path: `${paths.admin.message(11)}?view=waiting`, width: 1680, height: 1000 },
];

await orExit(() => readArguments('Usage:\n  npm run screenshots   makes the pictures in docs anew'));
const product = await startProduct();
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  const env = { ...process.env, DATA_DIR: product.dataDir };
  await promisify(execFile)(process.execPath, ['scripts/sample-enquiries.ts', '60'], { env });
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
  const [, email, password] = /First admin: (\S+), password: (\S+)/.exec(product.logs()) ?? [];
  await context.request.post(paths.admin.login, {
    form: { email: email!, password: password! },
    headers: { origin: product.url },
  });
  // or every page would say that the first password is still in use
  await context.request.post(paths.admin.account, {
    form: { currentPassword: password!, newPassword: generatePassword() },
    headers: { origin: product.url },
  });
  for (const { name, path, width, height } of pictures) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForSelector('hero-carousel[data-live], header [aria-haspopup=dialog]', { state: 'attached' }); // scripts run
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, dither: 0.6, effort: 10 })
      .toBuffer();
    await writeFile(new URL(`../docs/${name}.png`, import.meta.url), picture);
    console.log(`docs/${name}.png: ${Math.round(picture.length / 1024)} KiB`);
    await page.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
