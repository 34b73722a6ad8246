import { describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const admin = await visitAs(site, sql, 'admin');

const { dashboard, services, newService, documents, messages, maintenance, account } = paths.admin;

describe('an answer for one person', () => {
  it.each([
    ...[dashboard, services, newService, documents, messages, maintenance, account, paths.admin.pages()],
    `${dashboard}.data`,
    paths.admin.exportMessages,
    '/admin/nothing-here',
    paths.home,
  ])('to %s is kept by nobody and found by no search engine', async (path) => {
    const answer = await admin.get(path);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('is also one that sends somebody away, or that refuses a form', async () => {
    const away = await fetch(site.url + dashboard, { redirect: 'manual' });
    expect([away.status, away.headers.get('x-robots-tag')]).toEqual([302, 'noindex']);
    const refused = await admin.post(newService, new URLSearchParams({ title: '' }));
    expect([refused.status, refused.headers.get('x-robots-tag')]).toEqual([400, 'noindex']);
  });

  it.each([paths.admin.login, '/%61dmin/login', paths.admin.forgot])('is %s, before anybody signs in', async (path) => {
    const answer = await fetch(site.url + path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('is none that everybody gets', async () => {
    const answer = await fetch(site.url + paths.home);
    expect(answer.headers.get('x-robots-tag')).toBeNull();
  });
});
