import { setTimeout as sleep } from 'node:timers/promises';
import { paths, publicPages } from '#app/paths.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { newEnquiry, type Enquiry } from '../faults/load.ts';
import { makeAccount } from '../support/accounts.ts';
import { enquiryForm } from '../support/enquiries.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { Browser, type Answer, type SecureSite } from './browser.ts';

export interface Traffic {
  /** Requests without an answer, or with 404 or 5xx. */
  failed: Failure[];
  acknowledged: Enquiry[];
  signedOut: number;
  saved: number;
  /** Ends it after the last answers. Safe to call twice. */
  stop(): Promise<void>;
}

/** The request with its status, and its time by `performance.now()`. */
export interface Failure {
  what: string;
  askedAt: number;
}

type Sql = TestDatabase['sql'];
const READERS = 3;
const WRITERS = 2;
const PAUSE_MS = 60;

export async function signIn(site: SecureSite, sql: Sql, role: Role): Promise<Browser> {
  const { email, password } = await makeAccount(sql, role);
  const browser = new Browser(site);
  const answer = await browser.ask(paths.admin.login, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  if (answer.status !== 303) throw new Error(`could not sign in: ${answer.status}`);
  return browser;
}

export const tally = (failed: Failure[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(failed, ({ what }) => what)).map(([what, all]) => [what, all!.length]),
  );

export const sendBy = (browser: Browser, { subject, formId }: Enquiry): Promise<Answer> =>
  browser.ask(paths.contactForm, { method: 'POST', body: enquiryForm({ subject, formId }) });

/**
 * Starts readers of public pages, some of them new visitors again and again; visitors who send enquiries; an editor who
 * saves a text; an admin with an open inbox.
 */
export async function startTraffic(site: SecureSite, sql: Sql): Promise<Traffic> {
  const over = new AbortController();
  const traffic: Traffic = {
    failed: [],
    acknowledged: [],
    signedOut: 0,
    saved: 0,
    async stop() {
      over.abort();
      await Promise.all(work);
      for (const browser of [editor, admin]) browser.close();
    },
  };
  const fail = (what: string, askedAt: number) => void traffic.failed.push({ what, askedAt });
  const judged = async (what: string, asked: Promise<Answer>) => {
    const askedAt = performance.now();
    const answer = await asked;
    const isMissing = answer.status === 404; // such as a script of another release's page
    if (!answer.status || answer.status >= 500 || isMissing) fail(`${what}: ${answer.status}`, askedAt);
    if (String(answer.headers.location).includes(paths.admin.login)) traffic.signedOut++;
    return answer;
  };
  const get = (browser: Browser, path: string) => judged(path, browser.ask(path));
  /** Repeats work, each few times by a new browser. */
  const repeat = async (times: number, work: (browser: Browser, n: number) => Promise<void>) => {
    for (let n = 0; !over.signal.aborted;) {
      const browser = new Browser(site);
      for (let i = 0; i < times && !over.signal.aborted; i++, n++) {
        await work(browser, n);
        await sleep(PAUSE_MS);
      }
      browser.close();
    }
  };
  const editor = await signIn(site, sql, 'editor');
  const admin = await signIn(site, sql, 'admin');
  const [text] = await sql<{ id: number; version: number }>(
    `select id, version from page_content where page_name = 'about' and section_key = 'intro'`,
  );
  let { version } = text!;
  const [document] = await sql<{ file_path: string }>('select file_path from pdf_documents order by id limit 1');
  const read = [...publicPages, paths.document(document!.file_path)];
  const work = [
    ...Array.from({ length: READERS }, () =>
      repeat(40, async (browser, n) => {
        const { body } = await get(browser, read[n % read.length]!);
        const [, script] = / src="(\/assets\/[^"]+)"/.exec(body) ?? [];
        if (script) await get(browser, script);
      }),
    ),
    ...Array.from({ length: WRITERS }, () =>
      repeat(5, async (browser) => {
        const enquiry = newEnquiry();
        const { status } = await judged('enquiry', sendBy(browser, enquiry));
        if (status === 303) traffic.acknowledged.push(enquiry);
      }),
    ),
    (async () => {
      while (!over.signal.aborted) {
        await get(editor, paths.admin.pages('about', text!.id));
        const body = new URLSearchParams({ contentValue: `Saved ${version}`, version: String(version) });
        const path = paths.admin.pages('about', text!.id);
        const saved = await judged('save', editor.ask(path, { method: 'POST', body }));
        if (saved.status === 303) {
          version++;
          traffic.saved++;
        } else if (saved.status < 500) fail(`save: ${saved.status}`, performance.now());
        await sleep(400);
      }
    })(),
    (async () => {
      while (!over.signal.aborted) {
        await get(admin, paths.admin.messages);
        await sleep(400);
      }
    })(),
  ];
  return traffic;
}
