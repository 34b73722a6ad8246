import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths, publicPages } from '#app/paths.ts';
import { reaches, roles, type Role } from '#app/staff/staff.schema.ts';
import { testDatabase } from '../support/database.ts';
import { startProduct, type Product } from '../support/product.ts';
import { rawRequest } from '../support/raw-request.ts';
import { PASSWORD, visitAs, type Visitor } from '../support/visitor.ts';

/** What everybody may ask for; every other address of the table must stand in `required`. */
const isPublic = [
  ...publicPages,
  '/*',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/documents/:filePath/*',
  paths.theme,
  paths.logout,
  paths.admin.login,
  paths.admin.session, // answers 401 by itself
];

/** The rank that each address of the admin area asks for. */
const required: Record<string, Role> = {
  '/admin': 'viewer',
  '/admin/dashboard': 'viewer',
  '/admin/account': 'viewer',
  '/admin/*': 'viewer',
  '/admin/services': 'editor',
  '/admin/services/new': 'editor',
  '/admin/services/:id/edit': 'editor',
  '/admin/services/:id/delete': 'editor',
  '/admin/documents': 'editor',
  '/admin/documents/new': 'editor',
  '/admin/documents/:id/edit': 'editor',
  '/admin/documents/:id/delete': 'editor',
  '/admin/pages': 'editor',
  '/admin/maintenance': 'admin',
  '/admin/messages': 'admin',
  '/admin/messages/:id': 'admin',
  '/admin/messages/export.csv': 'admin',
};

interface Route {
  id: string;
  address: string;
  hasPage: boolean;
}
const routes = builtRoutes();

/** The table as it was built: what really answers, whatever the sources say. */
function builtRoutes(): Route[] {
  const script = `globalThis.__httpShell = true; // the application is not to be started
    const { routes } = await import('./build/server/index.js');
    const pick = ({ id, parentId, path, module }) => ({ id, parentId, path, hasPage: Boolean(module.default) });
    console.log(JSON.stringify(Object.values(routes).map(pick)));
    process.exit(0);`;
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    SESSION_SECRET: 'only for the tests of this project',
  };
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
  type Built = { id: string; parentId?: string; path?: string; hasPage: boolean };
  const built = JSON.parse(printed) as Built[];
  const pathOf = (route: Built | undefined): string =>
    route ? pathOf(built.find(({ id }) => id === route.parentId)) + (route.path ? `/${route.path}` : '') : '';
  return built
    .filter(({ id }) => id !== 'root')
    .map((route) => ({ id: route.id, address: pathOf(route) || '/', hasPage: route.hasPage }));
}

const database = await testDatabase();
const { sql } = database;
let product: Product;
const CANARY = 'canary-of-a-message';
let ids: { service: number; document: number; text: number; message: number };

beforeAll(async () => {
  product = await startProduct({ DATABASE_URL: database.url });
  await sql(`insert into messages (name, email, subject, message)
    values ('${CANARY}', 'v@example.com', '${CANARY}', '${CANARY} and more')`);
  const firstId = async (table: string) => (await sql<{ id: number }>(`select min(id) as id from ${table}`))[0]!.id;
  ids = {
    service: await firstId('services'),
    document: await firstId('pdf_documents'),
    text: await firstId("page_content where page_name = 'home'"),
    message: await firstId('messages'),
  };
  await sql(`insert into notifications (message_id, payload, state) values ($1, '{}', 'failed')`, [ids.message]);
});
afterAll(() => product?.stop());

const addressWithIds = (address: string) =>
  address
    .replace('/services/:id', `/services/${ids.service}`)
    .replace('/documents/:id', `/documents/${ids.document}`)
    .replace('/messages/:id', `/messages/${ids.message}`)
    .replace('*', 'nothing-here');

/** The same address as browsers and as Remix's own client-side navigation ask for it. */
function ways({ id, address }: Route): string[] {
  const path = addressWithIds(address);
  return [
    path,
    `${path}?index`,
    `${path}.data`,
    `${path}.data?index`,
    `${path}.data?_routes=${encodeURIComponent(id)}`,
    path.replace('admin', '%61dmin'),
    path.replace('admin', 'ADMIN'),
    ...(path === paths.admin.pages() ? [editedText(), editedText().replace('?', '.data?')] : []),
  ];
}

/** Each of every section's commands: where it is sent and its form, in an order in which each changes something. */
function commands(): [address: string, form: URLSearchParams | FormData][] {
  const { service, document, message } = ids;
  const upload = new FormData();
  upload.set('title', 'Added');
  upload.set('file', new File(['%PDF-1.7\n'], 'added.pdf', { type: 'application/pdf' }));
  const texts = { title: 'Changed', content: 'Changed', description: 'Changed', displayOrder: '9', version: '1' };
  const sent: [address: string, ...forms: Record<string, string>[]][] = [
    [paths.admin.newService, { ...texts, icon: 'Truck' }],
    [paths.admin.services, { id: String(service), before: '' }],
    [paths.admin.editService(service), texts],
    [paths.admin.deleteService(service), {}],
    [paths.admin.editDocument(document), texts],
    [paths.admin.deleteDocument(document), {}],
    [editedText(), { contentValue: 'Changed', version: '1' }],
    [
      paths.admin.messages,
      ...['read', 'unread', `read ${message}`, `unread ${message}`].map((intent) => ({
        intent,
        message: String(message),
      })),
    ],
    [paths.admin.message(message), { intent: 'view' }, { intent: 'send-again' }],
    [
      paths.admin.maintenance,
      { intent: 'enable' },
      { intent: 'disable' },
      { intent: 'message', maintenanceMessage: 'Changed' },
    ],
    [paths.admin.account, { currentPassword: PASSWORD, newPassword: 'another horse battery staple' }],
  ];
  const plain = sent.flatMap(([address, ...forms]) =>
    forms.map((fields): [string, URLSearchParams] => [address, new URLSearchParams(fields)]),
  );
  return [[paths.admin.newDocument, upload], ...plain];
}
const forms = () => commands().map(([, form]) => form);
const editedText = () => paths.admin.pages('home', ids.text);

/** A fingerprint of every row of every table, and of the files of documents. */
async function everyRow(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const prints = tables.map(async ({ name }) => {
    const [row] = await sql<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" t`,
    );
    return [name, row!.print] as const;
  });
  const files = fs.readdirSync(`${product.dataDir}/documents`, { withFileTypes: true });
  const sizes = files.map(({ name }) => `${name}: ${fs.statSync(`${product.dataDir}/documents/${name}`).size}`);
  return { ...Object.fromEntries(await Promise.all(prints)), files: sizes.sort().join() };
}

type Who = Role | 'signed out' | 'no role';
const visitors: Who[] = ['signed out', 'no role', ...roles.toReversed()];
const mayEnter = (visitor: Who, rank: Role) => reaches(roles.find((role) => role === visitor) ?? null, rank);
const visit = (visitor: Who): Promise<Visitor> =>
  visitAs(product, sql, visitor === 'signed out' ? undefined : visitor === 'no role' ? null : visitor);

describe('the address table', () => {
  it('holds no address that is neither declared public nor given a rank', () => {
    const undeclared = routes.filter(({ address }) => !isPublic.includes(address) && !(address in required));
    expect(undeclared.map(({ id, address }) => `${address} (${id})`)).toEqual([]);
    const known = new Set(routes.map(({ address }) => address));
    expect(Object.keys(required).filter((address) => !known.has(address))).toEqual([]);
  });
});

describe('reads and changes nothing where the rank does not reach', () => {
  it.each(visitors.filter((visitor) => visitor !== 'admin'))('%s', { timeout: 60_000 }, async (visitor) => {
    const { ask } = await visit(visitor);
    const closed = routes.filter(({ address }) => address in required && !mayEnter(visitor, required[address]!));
    const before = await everyRow();
    for (const route of closed) {
      for (const path of ways(route)) {
        for (const method of ['GET', 'HEAD']) await expectTurnedAway(visitor, path, await ask(path, { method }));
        for (const body of forms()) await expectTurnedAway(visitor, path, await ask(path, { method: 'POST', body }));
      }
    }
    expect(await everyRow()).toEqual(before);
  });
});

describe('takes no other method, and no older way to its data, from anybody', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s', { timeout: 60_000 }, async (method) => {
    const { cookie } = await visitAs(product, sql, 'admin');
    const before = await everyRow();
    const body = method === 'TRACE' ? undefined : 'title=Changed';
    const headers = { Cookie: cookie, Origin: product.url, 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const route of routes.filter(({ address }) => address in required)) {
      for (const path of ways(route)) {
        const answer = await rawRequest(product.url, path, { method, headers, body });
        expect([path, answer.status]).toEqual([path, 405]);
        expect(answer.body.toString()).not.toContain(CANARY);
      }
    }
    expect(await everyRow()).toEqual(before);
  });

  it.each(['GET', 'POST'])('%s with _data', async (method) => {
    const { cookie } = await visitAs(product, sql, 'admin');
    const before = await everyRow();
    for (const { id, address } of routes) {
      const path = `${addressWithIds(address)}?_data=${encodeURIComponent(id)}`;
      const headers = { Cookie: cookie, Origin: product.url };
      const answer = await rawRequest(product.url, path, { method, headers });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.toString()).not.toContain(CANARY);
    }
    expect(await everyRow()).toEqual(before);
  });
});

describe('is let in where the rank reaches', () => {
  it.each(roles)('%s', async (role) => {
    const { ask } = await visit(role);
    const open = routes.filter(
      ({ address, hasPage }) => hasPage && address in required && mayEnter(role, required[address]!),
    );
    for (const { address } of open) {
      const path = addressWithIds(address);
      const { status, headers } = await ask(path);
      const usual = { '/admin': 302, '/admin/*': 404 }[address] ?? 200; // to the dashboard; unknown to staff as well
      expect(`${path} ${status}`).toBe(`${path} ${usual}`);
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });
});

/** Turned away: to the login page, to the dashboard, or told that access is denied; Remix wraps it at data addresses. */
async function expectTurnedAway(visitor: Who, path: string, answer: Response): Promise<void> {
  const text = await answer.text();
  const said = `${visitor}: ${answer.status} at ${path}`;
  expect(text, said).not.toContain(CANARY);
  if (answer.status === 405) return; // nothing at this address takes forms
  expect(answer.headers.get('cache-control'), said).toBe('no-store');
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

describe('what lies within reach holds nothing of what does not', () => {
  it.each(['viewer', 'editor'] as const)('a dashboard of %s says nothing of messages', async (role) => {
    const { ask } = await visitAs(product, sql, role);
    const page = await (await ask(paths.admin.dashboard)).text();
    const data = await (await ask(`${paths.admin.dashboard}.data`)).text();
    expect(page).not.toContain('Contact inquiries');
    expect(data).not.toContain('messages"');
    expect(data).not.toContain('maintenanceMode');
  });

  it('the sidebar offers no section that the rank does not reach', async () => {
    const items = {
      viewer: ['Dashboard Home'],
      editor: ['Dashboard Home', 'Manage Services', 'Manage Documents', 'Manage Pages'],
      admin: ['Dashboard Home', 'Manage Services', 'Manage Documents', 'Manage Pages', 'View Messages'],
    };
    for (const role of roles) {
      const { ask } = await visitAs(product, sql, role);
      const page = await (await ask(paths.admin.account)).text();
      expect(items.admin.filter((item) => page.includes(`>${item}<`))).toEqual(items[role]);
    }
  });
});

// The last, because it changes what the others look at.
it('every command whose refusal is tested above does change something for who may', async () => {
  const { ask } = await visitAs(product, sql, 'admin');
  for (const [address, body] of commands()) {
    const before = await everyRow();
    const { status } = await ask(address, { method: 'POST', body });
    expect([address, String(body), status]).toEqual([address, String(body), 303]);
    expect(await everyRow(), `${address} ${String(body)}`).not.toEqual(before);
  }
});
