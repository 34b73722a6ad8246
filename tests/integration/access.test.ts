import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sections } from '#app/admin/sections.ts';
import { paths, publicPages } from '#app/paths.ts';
import { roles, type Role } from '#app/accounts/staff.schema.ts';
import { builtRoutes, type BuiltRoute } from '../support/built-routes.ts';
import {
  actions,
  addressWithIds,
  changingActions,
  firstIds,
  makeOneOfEach,
  mayEnter,
  partsOfAdmin,
  rankOf,
  type Action,
} from '../support/actions.ts';
import { testSite } from '../support/database.ts';
import { fileOf, formOf } from '../support/documents.ts';
import { hashTables } from '../support/hash-tables.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';
import { add } from '../support/content.ts';

const isPublic = [
  ...publicPages,
  '/*',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  '/.well-known/change-password', // redirects to the account page, which asks for a sign-in
  '/site.webmanifest',
  paths.speculationRules,
  '/documents/:filePath/*',
  paths.project(':slug'),
  paths.picture(':file'),
  paths.theme,
  paths.logout,
  paths.stopLooking,
  paths.preview(':token'), // its owner may look
  paths.admin.login,
  paths.admin.invitation(':token'), // its owner is invited
  paths.admin.forgot,
  paths.admin.reset(':token'),
  paths.admin.loginCode, // redirects to the login page without a password
  paths.admin.passkeySignIn,
  paths.admin.session, // answers 401 by itself
];

const routes = builtRoutes();

const { site: product, sql } = await testSite();
const CANARY = 'canary-of-a-message';
await add(sql, 'messages', [{ name: CANARY, subject: CANARY, message: `${CANARY} and more` }]);
await makeOneOfEach(sql);
const ids = await firstIds(sql);

/** The address in the forms in which browsers and Remix's client-side navigation request it. */
function ways({ id, address }: BuiltRoute): string[] {
  const path = addressWithIds(address, ids);
  return [
    path,
    `${path}?index`,
    `${path}.data`,
    `${path}.data?index`,
    `${path}.data?_routes=${encodeURIComponent(id)}`,
    path.replace('admin', '%61dmin'),
    path.replace('admin', 'ADMIN'),
    ...(path === paths.admin.pages() ? [ids.heading, ids.heading.replace('?', '.data?')] : []),
    ...(path === '/admin/pages/history' ? [paths.admin.history('pages', 1)] : []),
  ];
}

const usualWays = (route: BuiltRoute) => ways(route).filter((way, n) => n === 0 || way.endsWith('.data'));

const commands = (of: Action[]): [address: string, form: URLSearchParams | FormData][] =>
  of.flatMap(({ at, forms }) =>
    forms(ids).map(({ file, ...fields }): [string, URLSearchParams | FormData] => {
      return [at(ids), file ? formOf({ ...fields, file: fileOf(Buffer.from(file)) }) : new URLSearchParams(fields)];
    }),
  );
/** The forms that an address accepts, or any form if it accepts none. */
function formsFor({ address }: BuiltRoute): (URLSearchParams | FormData)[] {
  const own = actions.filter(({ at }) => at(ids).split('?')[0] === addressWithIds(address, ids));
  return commands(own.length ? own : actions.slice(0, 1)).map(([, form]) => form);
}

/** Hashes of all tables, and the sizes of document files. */
async function everyRow(): Promise<Record<string, string>> {
  const files = fs.readdirSync(`${product.dataDir}/documents`, { withFileTypes: true });
  const sizes = files.map(({ name }) => `${name}: ${fs.statSync(`${product.dataDir}/documents/${name}`).size}`);
  return { ...(await hashTables(sql)), files: sizes.sort().join() };
}

type Who = Role | 'signed out' | 'no role';
const visitors: Who[] = ['signed out', 'no role', ...roles.toReversed()];
const roleOf = (visitor: Who) => roles.find((role) => role === visitor) ?? null;
const isOpen = (visitor: Who, address: string) => isPublic.includes(address) || mayEnter(roleOf(visitor), address);
const visit = (visitor: Who): Promise<Visitor> =>
  visitAs(product, sql, visitor === 'signed out' ? undefined : visitor === 'no role' ? null : visitor);

it('the address table declares each address public or gives it a rank', () => {
  const undeclared = routes.filter(({ address }) => !isPublic.includes(address) && !rankOf(address));
  expect(undeclared.map(({ id, address }) => `${address} (${id})`)).toEqual([]);
  const known = new Set(routes.map(({ address }) => address));
  expect(partsOfAdmin.filter((address) => !known.has(address))).toEqual([]);
});

const turnedAway = visitors.filter((visitor) => routes.some(({ address }) => !isOpen(visitor, address)));
it.each(turnedAway)('reads and changes nothing where the rank does not reach: %s', async (visitor) => {
  const { ask } = await visit(visitor);
  const closed = routes.filter(({ address }) => !isOpen(visitor, address));
  const before = await everyRow();
  for (const route of closed) {
    // One line checks the rank in every form of an address, so the two ranks in between try only the usual forms.
    const isEveryWay = visitor === 'signed out' || visitor === 'editor';
    for (const path of isEveryWay ? ways(route) : usualWays(route)) {
      const isUsual = usualWays(route).includes(path);
      for (const method of isUsual ? ['GET', 'HEAD'] : ['GET'])
        await expectTurnedAway(visitor, path, await ask(path, { method }));
      for (const body of isUsual ? formsFor(route) : formsFor(route).slice(0, 1))
        await expectTurnedAway(visitor, path, await ask(path, { method: 'POST', body }));
    }
  }
  expect(await everyRow()).toEqual(before);
});

it.each(roles)('is let in where the rank reaches: %s', async (role) => {
  const { ask } = await visit(role);
  const othersOwn = /\/passkeys\/:id\//; // the visitors here have none
  const open = routes.filter(
    ({ address, hasPage }) => hasPage && !isPublic.includes(address) && mayEnter(role, address),
  );
  for (const { address } of open) {
    const path = addressWithIds(address, ids);
    const { status, headers } = await ask(path);
    // redirects to the dashboard; unknown; redirects; nothing to turn off; no text
    const known: Record<string, number> = {
      '/admin': 302,
      '/admin/*': 404,
      [paths.admin.preview]: 302,
      [paths.admin.secondFactorOff]: 302,
      '/admin/pages/history': 404,
    };
    expect(`${path} ${status}`).toBe(`${path} ${known[address] ?? (othersOwn.test(address) ? 404 : 200)}`);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')], path).toEqual(['no-store', 'noindex']);
  }
});

/** Expects a redirect to the login page or the dashboard, or a refusal; data addresses wrap it. */
async function expectTurnedAway(visitor: Who, path: string, answer: Response): Promise<void> {
  const text = await answer.text();
  const said = `${visitor}: ${answer.status} at ${path}`;
  expect(text, said).not.toContain(CANARY);
  if (answer.status === 405) return; // no form is accepted here
  const expected = ['no-store', 'noindex'];
  expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')], said).toEqual(expected);
  if (visitor === 'no role') return expect([403, 202], said).toContain(answer.status);
  const target = visitor === 'signed out' ? paths.admin.login : paths.admin.dashboard;
  if (path.includes('.data')) {
    expect([202, 302], said).toContain(answer.status);
    if (answer.body) expect(text, said).toContain(target);
    return;
  }
  expect([302, 303], said).toContain(answer.status);
  expect(answer.headers.get('location'), said).toBe(target);
}

it('an answer for one person is kept by nobody and found by no search engine, a file, a refused form and the home page too', async () => {
  const admin = await visitAs(product, sql, 'admin');
  const answers = [
    await admin.get(`${paths.admin.dashboard}.data`),
    await admin.get(paths.admin.exportMessages),
    await admin.get(paths.home),
    await admin.post(paths.admin.newService, { title: '' }),
  ];
  for (const path of [paths.admin.login, '/%61dmin/login', paths.admin.forgot])
    answers.push(await fetch(product.url + path));
  for (const { url, headers } of answers)
    expect([headers.get('cache-control'), headers.get('x-robots-tag')], url).toEqual(['no-store', 'noindex']);
  expect((await fetch(product.url + paths.home)).headers.get('x-robots-tag')).toBeNull();
});

describe('a page within a rank contains nothing of pages beyond it', () => {
  it.each(roles)('for %s: a dashboard without messages, a sidebar without their section', async (role) => {
    const { ask } = await visitAs(product, sql, role);
    const page = await (await ask(paths.admin.dashboard)).text();
    const data = await (await ask(`${paths.admin.dashboard}.data`)).text();
    const places = { 'Contact inquiries': page, 'messages"': data, maintenanceMode: data };
    for (const [words, text] of Object.entries(places)) expect(text.includes(words), words).toBe(role === 'admin');
    for (const { to, name } of sections) expect(page.includes(`>${name}<`), name).toBe(mayEnter(role, to));
    if (role === 'editor')
      expect(page).toMatch(/>Manage Services<.*>Manage Documents<.*>Manage Projects<.*>Manage Pages</s);
  });

  it('the sidebar leads to each part, but for those that are reached from others', () => {
    const { account, maintenance, preview, redirects, savedReplies, undo } = paths.admin;
    const fromOthers = [account, maintenance, preview, redirects, savedReplies, undo, '/admin/*'];
    expect(partsOfAdmin.toSorted()).toEqual([...fromOthers, ...sections.map(({ to }) => to)].sort());
  });
});

// The last test, because it changes what the others need.
it('every command that is refused above changes something for those who may use it', async () => {
  const { ask } = await visitAs(product, sql, 'admin');
  const unwritten: string[] = [];
  let before = await everyRow();
  for (const [address, body] of commands(changingActions(ids))) {
    const { status } = await ask(address, { method: 'POST', body });
    const usual = /^(make|test)$/.test(String(body.get('intent'))) ? 200 : 303; // the answer shows it only once
    expect([address, String(body), status]).toEqual([address, String(body), usual]);
    const after = await everyRow();
    expect(after, `${address} ${String(body)}`).not.toEqual(before);
    const staysUnwritten = /intent=(preview|(un)?read|view|send-again|test)\b/.test(String(body));
    if (after.activities === before.activities && !staysUnwritten) unwritten.push(`${address} ${String(body)}`);
    before = after;
  }
  expect(unwritten).toEqual([]); // the activity log records everything else
});
