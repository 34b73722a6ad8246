import { expect, it } from 'vitest';
import { withoutSecrets } from '#app/http/access-log.server.ts';

const T = 'aB3-_'.repeat(9).slice(0, 43);

it.each([
  ['/admin/reset/', `/admin/reset/${T}`],
  ['an encoded letter', `/%61dmin/reset/${T}`],
  ['a short one', '/admin/reset/abc'],
  ['two slashes', `//admin//reset/${T}`],
  ['a dot', `/./admin/./invite/${T}`],
  ['two dots', `/x/../admin/reset/${T}`],
  ['a whole address', `http://a.example/admin/reset/${T}`],
  ['data', `/admin/reset/${T}.data`],
  ['a token whose letters are encoded', `/preview/%61${T.slice(1)}`],
  ['an email address', '/unsubscribe/abc@client.example'],
  ['an encoded email address', '/x/abc%40client.example/y'],
])('the token of a mailed link, or an email address, is not logged: %s', (_, path) => {
  const logged = withoutSecrets(path);
  expect(logged).toContain('...');
  expect(logged).not.toMatch(/abc|B3-_aB3/);
});

it.each([
  '/',
  '/about',
  '/documents/1700000000000-Certificate_of_a_very_long_name_indeed_2026.pdf',
  '/assets/manage-pages.page-B1x2c3d4.js',
])('%s is logged as it is', (path) => expect(withoutSecrets(path)).toBe(path));
