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
import { tablePrints } from '../support/table-prints.ts';
import { rawRequest } from '../support/raw-request.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';
import { add } from '../support/content.ts';

/** What everybody may ask for; every other address of the table must stand in `required`. */
const isPublic = [
  ...publicPages,
  '/*',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  '/.well-known/change-password', // leads to the account page, which asks who it is
  '/site.webmanifest',
  paths.speculationRules,
  '/documents/:filePath/*',
  paths.project(':slug'),
  paths.picture(':file'),
  paths.theme,
  paths.logout,
  paths.stopLooking,
  paths.preview(':token'), // who has it may look
  paths.admin.login,
  paths.admin.invitation(':token'), // who has it is invited
  paths.admin.forgot,
  paths.admin.reset(':token'),
  paths.admin.loginCode, // leads to the login page without a password
  paths.admin.passkeySignIn,
  paths.admin.session, // answers 401 by itself
];

const routes = builtRoutes();

const { site: product, sql } = await testSite();
const CANARY = 'canary-of-a-message';
await add(sql, 'messages', [{ name: CANARY, subject: CANARY, message: `${CANARY} and more` }]);
await makeOneOfEach(sql);
const ids = await firstIds(sql);

/** The same address as browsers and as Remix's own client-side navigation ask for it. */
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

/** Where the commands of actions are sent, and their forms. */
const commands = (of: Action[]): [address: string, form: URLSearchParams | FormData][] =>
  of.flatMap(({ at, forms }) =>
    forms(ids).map(({ file, ...fields }): [string, URLSearchParams | FormData] => {
      const body = new URLSearchParams(fields);
      if (!file) return [at(ids), body];
      const upload = new FormData();
      for (const [name, value] of body) upload.set(name, value);
      upload.set('file', new File([file], 'added.pdf', { type: 'application/pdf' }));
      return [at(ids), upload];
    }),
  );
/** What is sent to an address: the forms that it takes, or any where it takes none. */
function formsFor({ address }: BuiltRoute): (URLSearchParams | FormData)[] {
  const path = addressWithIds(address, ids);
  const own = actions.filter(({ at }) => at(ids).split('?')[0] === path);
  return commands(own.length ? own : actions.slice(0, 1)).map(([, form]) => form);
}

/** A fingerprint of every row of every table, and of the files of documents. */
async function everyRow(): Promise<Record<string, string>> {
  const files = fs.readdirSync(`${product.dataDir}/documents`, { withFileTypes: true });
  const sizes = files.map(({ name }) => `${name}: ${fs.statSync(`${product.dataDir}/documents/${name}`).size}`);
  return { ...(await tablePrints(sql)), files: sizes.sort().join() };
}

type Who = Role | 'signed out' | 'no role';
const visitors: Who[] = ['signed out', 'no role', ...roles.toReversed()];
const roleOf = (visitor: Who) => roles.find((role) => role === visitor) ?? null;
const isOpen = (visitor: Who, address: string) => isPublic.includes(address) || mayEnter(roleOf(visitor), address);
const visit = (visitor: Who): Promise<Visitor> =>
  visitAs(product, sql, visitor === 'signed out' ? undefined : visitor === 'no role' ? null : visitor);

describe('the address table', () => {
  it('holds no address that is neither declared public nor given a rank', () => {
    const undeclared = routes.filter(({ address }) => !isPublic.includes(address) && !rankOf(address));
    expect(undeclared.map(({ id, address }) => `${address} (${id})`)).toEqual([]);
    const known = new Set(routes.map(({ address }) => address));
    expect(partsOfAdmin.filter((address) => !known.has(address))).toEqual([]);
  });
});

describe('reads and changes nothing where the rank does not reach', () => {
  it.each(visitors.filter((visitor) => routes.some(({ address }) => !isOpen(visitor, address))))(
    '%s',
    async (visitor) => {
      const { ask } = await visit(visitor);
      const closed = routes.filter(({ address }) => !isOpen(visitor, address));
      const before = await everyRow();
      for (const route of closed) {
        // A rank is asked for by one line, whichever way its route was found: page and data show it for each rank.
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
    },
  );
});

describe('takes no other method, and no older way to its data, from anybody', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s', async (method) => {
    const { cookie } = await visitAs(product, sql, 'admin');
    const before = await everyRow();
    const body = method === 'TRACE' ? undefined : 'title=Changed';
    const headers = { Cookie: cookie, Origin: product.url, 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const route of routes.filter(({ address }) => !isPublic.includes(address))) {
      for (const path of usualWays(route)) {
        const answer = await rawRequest(product.url, path, { method, headers, body });
        expect([path, answer.status]).toEqual([path, 405]);
        expect(answer.text).not.toContain(CANARY);
      }
    }
    expect(await everyRow()).toEqual(before);
  });
});

describe('is let in where the rank reaches', () => {
  it.each(roles)('%s', async (role) => {
    const { ask } = await visit(role);
    const othersOwn = /\/passkeys\/:id\//; // whoever asks here has none
    const open = routes.filter(
      ({ address, hasPage }) => hasPage && !isPublic.includes(address) && mayEnter(role, address),
    );
    for (const { address } of open) {
      const path = addressWithIds(address, ids);
      const { status, headers } = await ask(path);
      // to the dashboard; unknown to staff as well; to the page that says there is nothing to turn off; of no text
      const known: Record<string, number> = {
        '/admin': 302,
        '/admin/*': 404,
        [paths.admin.preview]: 302,
        [paths.admin.secondFactorOff]: 302,
        '/admin/pages/history': 404,
      };
      const usual = known[address] ?? (othersOwn.test(address) ? 404 : 200);
      expect(`${path} ${status}`).toBe(`${path} ${usual}`);
      expect([headers.get('cache-control'), headers.get('x-robots-tag')], path).toEqual(['no-store', 'noindex']);
    }
  });
});

/** Turned away: to the login page, to the dashboard, or told that access is denied; Remix wraps it at data addresses. */
async function expectTurnedAway(visitor: Who, path: string, answer: Response): Promise<void> {
  const text = await answer.text();
  const said = `${visitor}: ${answer.status} at ${path}`;
  expect(text, said).not.toContain(CANARY);
  if (answer.status === 405) return; // nothing at this address takes forms
  expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')], said).toEqual([
    'no-store',
    'noindex',
  ]);
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

describe('what lies within reach holds nothing of what does not', () => {
  it.each(roles)('for %s: a dashboard without messages, a sidebar without their section', async (role) => {
    const { ask } = await visitAs(product, sql, role);
    const page = await (await ask(paths.admin.dashboard)).text();
    const data = await (await ask(`${paths.admin.dashboard}.data`)).text();
    for (const [text, words] of [
      [page, 'Contact inquiries'],
      [data, 'messages"'],
      [data, 'maintenanceMode'],
    ] as const)
      expect(text.includes(words), words).toBe(role === 'admin');
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

// The last, because it changes what the others look at.
it('every command whose refusal is tested above does change something for who may', async () => {
  const { ask } = await visitAs(product, sql, 'admin');
  const unwritten: string[] = [];
  let before = await everyRow();
  for (const [address, body] of commands(changingActions(ids))) {
    const { status } = await ask(address, { method: 'POST', body });
    const usual = /^(make|test)$/.test(String(body.get('intent'))) ? 200 : 303; // what is shown only once is in the answer itself
    expect([address, String(body), status]).toEqual([address, String(body), usual]);
    const after = await everyRow();
    expect(after, `${address} ${String(body)}`).not.toEqual(before);
    const staysUnwritten = /intent=(preview|(un)?read|view|send-again|test)\b/.test(String(body));
    if (after.activities === before.activities && !staysUnwritten) unwritten.push(`${address} ${String(body)}`);
    before = after;
  }
  expect(unwritten).toEqual([]); // everything else is in the activity log
});
