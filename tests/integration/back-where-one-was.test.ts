import { createCookie } from '@remix-run/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { findWayBack } from '#app/accounts/sign-in/way-back.server.ts';
import { hashPassword } from '#app/accounts/passwords/password.server.ts';
import { add } from '../support/content.ts';
import { fileOf, formOf, pdf } from '../support/documents.ts';
import { parsePage } from '../support/parse-page.ts';
import { SESSION_SECRET } from '../support/product.ts';
import { makeSession } from '../support/session.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { makeAccount, PASSWORD, type Account } from '../support/accounts.ts';
import { asker } from '../support/visitor.ts';

const { login, dashboard, services, newService, editService, newDocument, account, messages } = paths.admin;
const ENDED = 'Your session has ended. Please sign in again.';
const { site: product, sql, app } = await testSiteAndApp({ TRUST_PROXY: '1' });
beforeEach(async () => {
  await sql('delete from rate_limits; delete from kept_forms');
});

/** A browser without JavaScript that keeps its cookies and does not follow redirects. */
class Browser {
  readonly cookies = new Map<string, string>();

  async ask(path: string, init?: RequestInit) {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await asker(product, cookie)(path, init);
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return answer;
  }
  async goes(path: string, init?: RequestInit) {
    const { status, headers } = await this.ask(path, init);
    return [status, headers.get('location')];
  }
  sends(path: string, fields: Record<string, string> | FormData, from = path) {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.goes(path, { method: 'POST', body, headers: { Referer: product.url + from } });
  }
  signIn({ email, password }: Pick<Account, 'email' | 'password'>) {
    return this.sends(login, { email, password });
  }
  async sees(path: string) {
    return (await this.ask(path)).text();
  }
}

async function signedIn(role: Role = 'admin') {
  const browser = new Browser();
  const whose = await makeAccount(sql, role);
  browser.cookies.set('session', await makeSession(sql, whose.accountId, role));
  return { browser, whose };
}
const endSessions = ({ accountId }: Account) => sql('delete from sessions where account_id = $1', [accountId]);
async function withEndedSession(role?: Role) {
  const { browser, whose } = await signedIn(role);
  await endSessions(whose);
  return { browser, whose };
}
const typed = { keep: 'yes', title: 'Half a title', content: 'Half a text', formId: 'f' };
const keptRows = () => sql<{ sealed: string }>('select * from kept_forms');

describe('a session that ends in the middle', () => {
  const ends: [string, (whose: Account) => Promise<unknown>][] = [
    [
      'expired',
      ({ accountId: id }) =>
        sql("update sessions set refreshed_at = now() - interval '8 days' where account_id = $1", [id]),
    ],
    [
      'was ended elsewhere, with a new password, a deactivation and a reactivation meanwhile',
      async (whose) => {
        await endSessions(whose);
        const changed = [whose.accountId, await hashPassword(PASSWORD)];
        await sql('update accounts set password_hash = $2, deactivated_at = now() where id = $1', changed);
      },
    ],
  ];
  it.each(ends)('%s: the login page says so and leads back', async (_, end) => {
    const { browser, whose } = await signedIn();
    await end(whose);
    const page = `${messages}?view=waiting&q=crane`;
    expect(await browser.goes(page)).toEqual([302, login]);
    await sql('update accounts set deactivated_at = null where id = $1', [whose.accountId]);
    expect(await browser.sees(login)).toContain(ENDED);
    expect(await browser.signIn({ ...whose, password: 'wrong' })).toEqual([401, null]);
    expect(await browser.signIn(whose)).toEqual([303, page]);
    expect(browser.cookies.has('way-back')).toBe(false);
    expect((await browser.ask(page)).status).toBe(200);
  });

  it('is told so and led back at data addresses, too', async () => {
    const { browser, whose } = await withEndedSession();
    expect(await browser.sees(`${editService(1)}.data?_routes=admin%2Fadmin.layout`)).toContain(login);
    expect(await browser.signIn(whose)).toEqual([303, editService(1)]);
  });

  it('leads back from an address without a page to the page that requested it', async () => {
    for (const address of [paths.admin.exportMessages, paths.admin.enquiryFile(1, 'a'), '/admin/session.data']) {
      const { browser, whose } = await withEndedSession();
      await browser.ask(address, { headers: { Referer: `${product.url}${messages}?view=spam` } });
      const back = browser.cookies.has('way-back') ? `${messages}?view=spam` : dashboard;
      expect(await browser.signIn(whose)).toEqual([303, back]);
    }
  });

  it('is not remembered when a page is only prefetched', async () => {
    const { browser, whose } = await withEndedSession();
    await browser.goes(services);
    await browser.ask(`${account}.data`, { headers: { 'Sec-Purpose': 'prefetch' } });
    expect(await browser.signIn(whose)).toEqual([303, services]);
  });
});

describe('who was never signed in, or has signed out', () => {
  it('is led to exactly the login page, which looks as before, and from it to the dashboard', async () => {
    const browser = new Browser();
    const before = (await browser.sees(login)).length;
    expect(await browser.goes(services)).toEqual([302, login]);
    expect(await browser.sends(newService, typed)).toEqual([302, login]);
    expect([...browser.cookies]).toEqual([]);
    const page = await browser.sees(login);
    expect(page).not.toContain('session has ended');
    expect(page.length).toBe(before);
    expect(await browser.signIn(await makeAccount(sql, 'editor'))).toEqual([303, dashboard]);
    expect(await keptRows()).toEqual([]);
  });

  it('finds nothing of a session that ended before a sign-out', async () => {
    const { browser, whose } = await withEndedSession();
    await browser.sends(newService, typed);
    const { browser: other } = await signedIn();
    for (const [name, value] of other.cookies) browser.cookies.set(name, value);
    expect(await browser.sends(paths.logout, {})).toEqual([303, paths.home]);
    expect(await browser.sees(login)).not.toContain(ENDED);
    expect(await browser.goes(services)).toEqual([302, login]);
    expect(await browser.signIn(whose)).toEqual([303, dashboard]);
  });
});

describe('only pages of the own admin area are led back to', () => {
  const signed = createCookie('way-back', { secrets: [SESSION_SECRET] });
  const wayBack = async (by: typeof signed, { accountId: id }: Pick<Account, 'accountId'>, page: string) => {
    const line = await by.serialize({ account: id, page, wasSent: false, kept: [] });
    return line.split(';')[0]!.slice('way-back='.length);
  };
  const places = [
    'https://evil.example/admin/services',
    '//evil.example/admin/',
    '/\\evil.example/admin/',
    '/admin//evil.example',
    '/admin/\\evil.example',
    '/admin/services?next=//evil.example',
    '/admin/../logout',
    '/admin/services\r\nSet-Cookie: a=b',
    '/admin/login',
    '/admin/%6Cogin',
    '/admin/messages/export.csv',
    '/administrator/services',
    '/services',
    'javascript:alert(1)',
  ];
  it('not others, nor addresses without a page', async () => {
    for (const page of [...places, services]) {
      const headers = { Cookie: `way-back=${await wayBack(signed, { accountId: 1 }, page)}` };
      const { to } = await findWayBack(app, new Request(product.url, { headers }), 1);
      expect([page, to]).toEqual([page, page === services ? page : dashboard]); // the cookie itself is valid
    }
  });

  it('not by a forged cookie, and not by the query of the login page', async () => {
    const whose = await makeAccount(sql, 'admin');
    const forged = createCookie('way-back', { secrets: ['another secret than ours'] });
    const browser = new Browser();
    browser.cookies.set('way-back', await wayBack(forged, whose, services));
    expect(await browser.sees(login)).not.toContain(ENDED);
    const query = `${login}?redirectTo=//evil.example&back=${services}`;
    expect(await browser.sends(query, { email: whose.email, password: whose.password })).toEqual([303, dashboard]);
  });

  it('not by the Referer of another site', async () => {
    const { browser, whose } = await withEndedSession();
    const headers = { Referer: 'https://evil.example/admin/services' };
    expect(await browser.goes(paths.admin.exportMessages, { headers })).toEqual([302, login]);
    expect(await browser.signIn(whose)).toEqual([303, dashboard]);
  });
});

describe('a form that meets an ended session', () => {
  it('is answered 303, kept sealed, and shown once in its page, with a sentence', async () => {
    const { browser, whose } = await withEndedSession();
    expect(await browser.sends(newService, { ...typed, icon: 'Gauge' })).toEqual([303, login]);
    const [row, ...more] = await keptRows();
    expect(more).toEqual([]);
    expect(JSON.stringify(row)).not.toMatch(/Half|title|services/);
    expect(await browser.sees(login)).toContain('It is kept for 30 minutes and will be back once you have signed in.');
    expect(await browser.signIn(whose)).toEqual([303, newService]);
    expect(await browser.sees(dashboard)).not.toContain('Half a title'); // another page does not use it up
    const page = await browser.sees(newService);
    expect(page).toContain('Your session had ended, so this was not saved. What you typed was kept and is back.');
    expect(page).toMatch(/name="title"[^>]*value="Half a title"/);
    expect(page).toContain('Half a text');
    expect(page).toMatch(/name="formId"[^>]*value="f"/);
    expect(await keptRows()).toEqual([]);
    expect(browser.cookies.has('way-back')).toBe(false);
    expect(await browser.sees(newService)).not.toContain('Half a title');
    expect(await browser.sends(newService, typed)).toEqual([303, services]);
    await sql("delete from services where title = 'Half a title'");
  });

  it('meets what a colleague has saved since as usual', async () => {
    const [id] = await add(sql, 'services', [{ title: 'Alpha' }]);
    const { browser, whose } = await withEndedSession();
    const edited = { keep: 'yes', title: 'Mine', content: 'Text', icon: '', version: '1' };
    expect(await browser.sends(editService(id!), edited)).toEqual([303, login]);
    await sql("update services set title = 'Theirs', version = version + 1 where id = $1", [id]);
    expect(await browser.signIn(whose)).toEqual([303, editService(id!)]);
    expect(await browser.sees(editService(id!))).toMatch(/name="version"[^>]*value="1"/);
    const again = await browser.ask(editService(id!), { method: 'POST', body: new URLSearchParams(edited) });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain('Theirs');
  });

  it('comes back on the page that it stands on, wherever it is sent', async () => {
    const { browser, whose } = await withEndedSession();
    const fields = { keep: 'yes', intent: 'message', maintenanceMessage: 'Half a message' };
    expect(await browser.sends(paths.admin.maintenance, fields, dashboard)).toEqual([303, login]);
    expect(await browser.signIn(whose)).toEqual([303, dashboard]);
    expect(await browser.sees(dashboard)).toContain('Half a message');
  });

  it('comes back in its editor from the page on which it was looked at', async () => {
    const { browser, whose } = await signedIn('editor');
    const text = { contentValue: 'Half\na text', version: '1', intent: 'preview' };
    const page = (await browser.sends(paths.admin.pages('about', 'intro', paths.about), text))[1] as string;
    const strip = (await parsePage(browser.ask(page))).querySelector('[data-preview] form')!;
    const sent = formOf(Object.fromEntries(Array.from(strip.querySelectorAll('input'), (it) => [it.name, it.value])));
    await endSessions(whose);
    expect(await browser.sends(strip.getAttribute('action')!, sent, page)).toEqual([303, login]);
    expect(await browser.sees((await browser.signIn(whose))[1] as string)).toContain('>Half\na text</textarea>');
  });

  it('is kept without passwords and files', async () => {
    const { browser, whose } = await withEndedSession();
    const fields = { keep: 'yes', title: 'Plan ü', newPassword: 'never kept', code: '123456' };
    expect(await browser.sends(newDocument, formOf({ ...fields, file: fileOf(pdf(1_000_000)) }))).toEqual([303, login]);
    const [{ sealed }] = (await keptRows()) as [{ sealed: string }];
    expect(sealed.length).toBeLessThan(500);
    expect(await browser.signIn(whose)).toEqual([303, newDocument]);
    const page = await browser.sees(newDocument);
    expect(page).toMatch(/name="title"[^>]*value="Plan ü"/);
    expect(page).toContain('Files are not kept: please choose yours again.');
    expect(page).not.toContain('never kept');
  });

  it('with an empty file field comes back without files and with all ticks', async () => {
    const { browser, whose } = await withEndedSession('admin');
    const [id] = await add(sql, 'messages');
    const ids = await add(sql, 'pdf_documents', [{}, {}, {}]);
    const address = paths.admin.message(id!);
    const fields = [['keep', 'yes'], ['text', 'Half a reply'], ...ids.slice(1).map((ticked) => ['documents', ticked])];
    const parts = [...fields.map(([name, value]) => `"${name}"\r\n\r\n${value}`), '"files"; filename=""\r\n\r\n']; // as browsers do
    const sent = await browser.ask(`${address}?form=reply`, {
      method: 'POST',
      body: `${parts.map((part) => `--x\r\nContent-Disposition: form-data; name=${part}\r\n`).join('')}--x--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', Referer: product.url + address },
    });
    expect(sent.status).toBe(303);
    expect(await browser.signIn(whose)).toEqual([303, address]);
    const page = await browser.sees(address);
    expect(page).toContain('Half a reply');
    expect(page.match(/<input(?=[^>]* checked="")[^>]* name="documents"/g)).toHaveLength(2);
    expect(page).not.toContain('Files are not kept');
  });

  it('with nothing typed in it is not kept, and the login page says that it was not saved', async () => {
    const { browser, whose } = await withEndedSession();
    const passwords = { currentPassword: whose.password, newPassword: 'another horse battery staple' };
    expect(await browser.sends(account, passwords)).toEqual([303, login]);
    expect(await keptRows()).toEqual([]);
    expect(await browser.sees(login)).toContain('What you sent last has not been saved.');
    expect(await browser.signIn(whose)).toEqual([303, account]);
  });

  it('longer than 64 KiB, with more fields than any form, or at an address that takes none, is not kept', async () => {
    const { browser } = await withEndedSession();
    const long = formOf({ keep: 'é', title: 'é'.repeat(30_000), content: 'é'.repeat(30_000) });
    expect(await browser.sends(newDocument, long)).toEqual([303, login]);
    const many = new URLSearchParams([...Array(1200).keys()].map((n) => ['keep', String(n)]));
    expect(await browser.goes(newService, { method: 'POST', body: many })).toEqual([303, login]);
    expect(await browser.sends('/admin/nothing-here', typed)).toEqual([405, null]);
    expect(await keptRows()).toEqual([]);
  });

  it('holds for 30 minutes by the database’s clock, and is swept then', async () => {
    const { browser, whose } = await withEndedSession();
    await browser.sends(newService, typed);
    const left = await sql.value<number>('select extract(epoch from expires_at - now())::int as s from kept_forms');
    expect(left).toBeGreaterThan(1700);
    expect(left).toBeLessThanOrEqual(1800);
    await sql("update kept_forms set expires_at = now() - interval '1 second'");
    expect(await browser.signIn(whose)).toEqual([303, newService]);
    expect(await browser.sees(newService)).not.toContain('Half a title');
  });
});

describe('nobody else gets it', () => {
  it('not another account on the same device, nor the same on another device, and its owner still does', async () => {
    const { browser, whose } = await withEndedSession();
    await browser.sends(newService, typed);
    expect(await browser.signIn(await makeAccount(sql, 'admin'))).toEqual([303, dashboard]);
    expect(await browser.sees(newService)).not.toContain('Half a title');
    const elsewhere = new Browser();
    expect(await elsewhere.signIn(whose)).toEqual([303, dashboard]);
    expect(await elsewhere.sees(newService)).not.toContain('Half a title');
    expect(await browser.signIn(whose)).toEqual([303, newService]);
    expect(await browser.sees(newService)).toContain('Half a title');
  });

  it('a stranger’s form is not stored, without our cookie or with a forged one', async () => {
    const { browser } = await withEndedSession();
    const [, signature] = decodeURIComponent(browser.cookies.get('session')!).split('.');
    const claims = Buffer.from(JSON.stringify({ accessToken: 'a', refreshToken: 'b', account: 1 })).toString('base64');
    for (const cookie of ['', 'nonsense', `${claims}.${signature}`, claims]) {
      const stranger = new Browser();
      if (cookie) stranger.cookies.set('session', encodeURIComponent(cookie));
      expect(await stranger.sends(newService, typed)).toEqual([302, login]);
    }
    expect(await keptRows()).toEqual([]);
  });

  it('at most the latest five wait for an account, and an address may send twenty in 30 minutes', async () => {
    const { browser, whose } = await withEndedSession();
    for (let n = 1; n <= 7; n++) await browser.sends(newService, { ...typed, title: `Try ${n}` });
    expect(await keptRows()).toHaveLength(5);
    for (let n = 8; n <= 20; n++) await browser.sends(newService, { ...typed, title: `Try ${n}` });
    await sql('delete from kept_forms');
    expect(await browser.sends(newService, typed)).toEqual([303, login]);
    expect(await keptRows()).toEqual([]);
    await sql('delete from rate_limits');
    await browser.sends(newService, typed);
    expect(await keptRows()).toHaveLength(1);
    await sql('delete from accounts where id = $1', [whose.accountId]); // takes the form with it
    expect(await keptRows()).toEqual([]);
  });
});
