import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { sections } from '#app/admin/sections.ts';
import { paths, publicPages } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { actions, firstIds, makeOneOfEach, type Action, type Ids } from '../support/actions.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { testProduct } from '../support/database.ts';
import { hostileBodies, RUNS, UNESCAPED } from '../support/hostile-forms.ts';
import { rawRequest } from '../support/raw-request.ts';
import { makeSession } from '../support/session.ts';

// Every action of the built product gets arbitrary input, from accounts that may use it.
const { site, sql } = await testProduct({ LOG_LEVEL: 'error' }); // so its log is of errors alone
const { accountId: boss } = await makeAccount(sql, 'admin', 'boss@example.com');
await makeOneOfEach(sql);
let cookie = '';

beforeEach(async () => {
  await sql('delete from rate_limits; update site_status set maintenance_mode = false, message = null');
  cookie = `session=${await makeSession(sql, boss, 'admin')}`;
});

const valid = ({ route, forms }: Action, ids: Ids) => ({
  ...forms(ids)[0],
  ...(route === 'accounts/account.page' ? { currentPassword: 'wrong' } : {}), // otherwise nobody could sign in again
});

it('every route with an action is among them', () => {
  const found = builtRoutes().filter(({ hasAction }) => hasAction);
  expect(found.map(({ id }) => id).sort()).toEqual([...new Set(actions.map(({ route }) => route))].sort());
});

it.each(actions)(
  'whatever is posted to $route gets no 5xx, no unescaped echo, and leaves no row that breaks a rule',
  async (action) => {
    const fields = valid(action, await firstIds(sql));
    const files = await documentCount();
    const isUpload = action.route === 'content/documents/new-document.page';
    const numRuns = isUpload ? 8 * RUNS : RUNS; // most uploads fail before the store
    await fc.assert(
      fc.asyncProperty(hostileBodies(fields), fc.boolean(), async ({ contentType, body }, asData) => {
        const address = action.at(await firstIds(sql));
        const target = asData ? address.replace(/(\?|$)/, '.data$1') : address;
        const headers = { Origin: site.url, Cookie: cookie, ...(contentType ? { 'Content-Type': contentType } : {}) };
        const answer = await fetch(site.url + target, { method: 'POST', body, headers, redirect: 'manual' });
        const text = await answer.text();
        expect(answer.status).toBeLessThan(500);
        if (answer.headers.get('content-type')?.startsWith('text/html')) expect(text).not.toMatch(UNESCAPED);
        const location = answer.headers.get('location');
        if (location) expect(location).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns },
    );
    await keepsRules();
    if (isUpload) expect(await documentCount()).toBeGreaterThan(files);
    const pages = [...publicPages, ...sections.map(({ to }) => to)];
    for (const page of actions.indexOf(action) % 16 === 15 || action === actions.at(-1) ? pages : []) {
      const answer = await fetch(site.url + page, { headers: { Cookie: cookie } });
      expect([page, answer.status]).toEqual([page, answer.status < 500 || answer.status === 503 ? answer.status : 0]);
      expect(await answer.text(), page).not.toMatch(UNESCAPED);
    }
    expect(site.logLines()).toEqual([]);
  },
);

const documentCount = () => sql.value<number>('select count(*)::int as n from pdf_documents');

/** Checks rules of the data that the tables' constraints do not cover. */
async function keepsRules(): Promise<void> {
  const broken = await sql(`
    select 'messages' as t, id::text as k from messages where name <> btrim(name) or char_length(name) not between 2 and 200
      or char_length(subject) not between 3 and 300 or subject ~ '[[:cntrl:]]' or char_length(message) < 10
      or email !~ '^[^@[:space:]]+@[^@[:space:]]+$' and (email <> '' or logged_by is null) or char_length(email) > 254
    union all select 'services', id::text from services where title = '' or title <> btrim(title) or char_length(title) > 200
      or content = '' or char_length(content) > 10000 or version < 1
    union all select 'documents', id::text from pdf_documents where title = '' or char_length(title) > 200
      or char_length(description) > 2000 or size_bytes < 5 or file_path !~ '^[0-9A-Za-z._-]+$'
      or file_key !~ '^[0-9A-Za-z._-]+$'
    union all select 'projects', id::text from projects where title = '' or title <> btrim(title) or slug !~ '^[a-z0-9-]+$'
      or status = 'published' and '' in (place, sector, month, content) or char_length(content) > 10000
    union all select 'page_content', id::text from page_content
      where content_value = '' and section_key not in ('phone_2', 'network_link', 'whatsapp')
        and section_key !~ '^(director_(name|letters|portrait)|hero_slide_[1-5]|proof_(registration|qualifications|insurance|standards)|(.*_)?seo_(title|description|picture))$'
      or (content_type = 'html' and content_value ~* '<(script|iframe|q7)')
    union all select 'site_status', id::text from site_status where char_length(message) > 1000
    union all select 'users', id::text from users where role = 'admin' and email not in ('boss@example.com', 'admin@example.com')
    union all select 'doubled order', display_order::text from services group by display_order having count(*) > 1
    union all select 'doubled place', display_order::text from projects group by display_order having count(*) > 1`);
  expect(broken).toEqual([]);
}

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[!-~]{0,30}$/).map((text) => text.replaceAll('#', '')),
  fc.constantFrom('%', '%00', '%2f%2fevil', '<q7>', '"><q7>', '..', '.data', 'a'.repeat(3000)),
);
const cookies = junk.map((way) => `session=${way}; notice=${way}; theme=${way}; sidebar:state=${way}`);
const line = fc.oneof(junk, cookies);
const joined = (parts: string[]) => parts.join('');
const unit = fc.constantFrom('bytes=', 'bytes ', 'items=', 'BYTES=');
const range = fc.constantFrom('0-', '-1', '5-2', '0-0,5-9', '99999999999999999999-', '-');
const tag = fc.constantFrom('*', '"', '""', 'W/"', 'W/"a", "b",', '"a" "b"', 'W/', '"'.repeat(2000));
const origin = fc.constantFrom('', '//', 'http://127.0.0.1/', 'http://[::1', 'http://a@b:c/');
const encoding = fc.constantFrom('*', 'br;q=0, gzip;q=0', 'gzip;q=nan', 'identity;q=0, *;q=0', ',,,');
const bases = ['/og.jpg', 'DOCUMENT', '/documents/', '/__manifest', '/assets/'];
const asked = fc.tuple(
  fc.constantFrom(...bases, paths.home, paths.contactForm, paths.theme, '/admin/', '/admin/messages/', '/admin/pages'),
  fc.constantFrom('', '?', '?document=', '?sent=', '?edit=', '?index&', '?_routes=', '/', '.data?_routes='),
  junk,
  fc.constantFrom('GET', 'HEAD'),
  fc.record(
    {
      Cookie: line,
      Referer: fc.oneof(line, fc.tuple(origin, junk).map(joined)),
      'If-None-Match': fc.oneof(line, tag),
      'If-Range': fc.oneof(line, tag),
      Range: fc.oneof(line, fc.tuple(unit, fc.oneof(range, junk)).map(joined)),
      'Accept-Encoding': fc.oneof(line, encoding),
      'Accept-Language': line,
      Purpose: fc.constantFrom('prefetch', 'preview'),
      Expect: fc.constantFrom('100-continue', '<q7>'),
    },
    { requiredKeys: [] },
  ),
);

it('whatever is asked for is answered without a 5xx and without an unescaped echo', async () => {
  const file = await sql.value<string>('select file_path from pdf_documents order by id desc limit 1');
  const document = paths.document(file ?? 'none.pdf');
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async ([base, middle, end, method, headers], isStaff) => {
      const of = base === 'DOCUMENT' ? document : base;
      // Half of the requests for files use the address unchanged.
      const isFile = base === 'DOCUMENT' || base.includes('.');
      const address = isFile && end.length % 2 ? of : (of + middle + end).replaceAll(' ', '%20');
      const sent = { ...headers, ...(isStaff ? { Cookie: cookie } : {}) };
      const answer = await rawRequest(site.url, address, { method, headers: sent });
      expect([address, answer.status < 500]).toEqual([address, true]);
      if (String(answer.headers['content-type']).startsWith('text/html')) expect(answer.text).not.toMatch(UNESCAPED);
      if (answer.headers.location) expect(answer.headers.location).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: 10 * RUNS },
  );
  expect(site.logLines()).toEqual([]);
});
