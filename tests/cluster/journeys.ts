import { Window } from 'happy-dom';
import { paths, publicPages } from '#app/paths.ts';
import { expect } from 'vitest';
import { newEnquiry } from '../faults/load.ts';
import { makeAccount } from '../support/accounts.ts';
import { enquiryForm } from '../support/enquiries.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { asker, cookieOf, sendLogin, type Ask } from '../support/visitor.ts';

/**
 * A working day of visitors and staff with a process of any release: each form is read from its page and sent.
 * @param url the process
 * @param origin the site's public address
 */
export async function takeJourneys(url: string, origin: string, sql: TestDatabase['sql']): Promise<void> {
  const from = (cookie: string): Ask => {
    const ask = asker({ url }, cookie);
    return (path, init = {}) => ask(path, { ...init, headers: { Origin: origin, ...init.headers } });
  };
  const visitor = from('');
  for (const page of publicPages) expect([page, (await visitor(page)).status]).toEqual([page, 200]);
  const { subject, formId } = newEnquiry();
  const body = enquiryForm({ subject, formId });
  expect((await visitor(paths.contactForm, { method: 'POST', body })).status).toBe(303);
  const stored = await sql<{ id: number }>('select id from messages where subject = $1', [subject]);
  expect(stored).toHaveLength(1);

  const { email, password } = await makeAccount(sql, 'admin');
  const signedIn = await sendLogin({ url }, email, password, { Origin: origin, 'X-Forwarded-For': '10.2.2.2' });
  expect(signedIn.status).toBe(303);
  const admin = from(cookieOf(signedIn));
  const idOf = async (table: string) => (await sql<{ id: number }>(`select min(id) as id from ${table}`))[0]!.id;
  const words = `Journey ${subject}`;
  const saves: [string, Record<string, string>][] = [
    [paths.admin.editService(await idOf('services')), { title: words }],
    [paths.admin.editDocument(await idOf('pdf_documents')), { title: words }],
    [paths.admin.pages('home', await idOf(`page_content where page_name = 'home'`)), { contentValue: words }],
    [paths.admin.message(stored[0]!.id), { intent: 'reply', text: words }],
    [paths.admin.maintenance, { intent: 'message', maintenanceMessage: words }],
    [paths.admin.maintenance, { intent: 'enable' }],
    [paths.admin.maintenance, { intent: 'disable' }],
  ];
  for (const [path, changes] of saves) {
    const { status, said } = await fillIn(admin, path, changes);
    expect([path, status, status === 303 ? '' : said]).toEqual([path, 303, '']);
  }
  expect(await sql('select 1 from services where title = $1', [words])).toHaveLength(1);
  expect(await sql('select 1 from pdf_documents where title = $1', [words])).toHaveLength(1);
  expect(await sql('select 1 from page_content where content_value = $1', [words])).toHaveLength(1);
  expect(await sql('select 1 from replies where text = $1', [words])).toHaveLength(1);
  for (const page of [paths.admin.dashboard, paths.admin.messages, paths.admin.message(stored[0]!.id)])
    expect([page, (await admin(page)).status]).toEqual([page, 200]);
  await expect.poll(async () => (await visitor(paths.services)).text(), { timeout: 5000 }).toContain(words);
}

/** Opens a page, changes the form with these fields, and sends it. */
async function fillIn(ask: Ask, path: string, changes: Record<string, string>) {
  const opened = await ask(path);
  const window = new Window();
  const page = new window.DOMParser().parseFromString(await opened.text(), 'text/html');
  const forms = [...page.querySelectorAll('form')].map((form) => ({ form, fields: new window.FormData(form) }));
  const meant = forms.find(({ fields }) =>
    Object.entries(changes).every(
      ([name, value]) => fields.has(name) && (name !== 'intent' || fields.get(name) === value),
    ),
  );
  if (!meant) return { status: 0, said: `${opened.status}, no form with ${Object.keys(changes).join(', ')}` };
  const body = new URLSearchParams(
    [...meant.fields].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
  for (const [name, value] of Object.entries(changes)) body.set(name, value);
  const answer = await ask(meant.form.getAttribute('action') ?? path, { method: 'POST', body });
  return { status: answer.status, said: await answer.text() };
}
