import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TakenMail } from '../support/fake-postmark.ts';
import { enquiryForm } from '../support/enquiries.ts';
import { secondsSince } from '../support/process.ts';
import type { TestDatabase } from '../support/test-postgres.ts';

/** An enquiry with a unique subject, which can be sent again as the same form. */
export interface Enquiry {
  subject: string;
  formId: string;
  /** The visitor's address, by which limits count. */
  address: string;
}

let made = 0;
export function newEnquiry(): Enquiry {
  const n = ++made;
  return { subject: `Lift no. ${n}`, formId: randomUUID(), address: `10.1.${n >> 8}.${n & 255}` };
}

export interface Outcome {
  /** 0 without an answer. */
  status: number;
  seconds: number;
  body: string;
}

/** Never throws: a broken connection, or 10 s without an answer, is an outcome. */
async function ask(url: string, init: RequestInit): Promise<Outcome> {
  const start = performance.now();
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    return { status: answer.status, body: await answer.text(), seconds: secondsSince(start) };
  } catch {
    return { status: 0, body: '', seconds: secondsSince(start) };
  }
}

export const get = (url: string, headers: Record<string, string> = {}) => ask(url, { headers });

export const send = (url: string, { subject, formId, address }: Enquiry): Promise<Outcome> =>
  ask(`${url}/contact-form`, {
    method: 'POST',
    body: enquiryForm({ subject, formId }),
    headers: { Origin: url, 'X-Forwarded-For': address },
  });

/** Sends the same form until it is acknowledged. @returns whether it was */
export async function sendUntilTaken(send: () => Promise<{ status: number }>, over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    if ((await send().catch(() => null))?.status === 303) return true;
    await sleep(50);
  }
  return false;
}

/** Waits until the product is ready and accepts an enquiry. @returns the seconds that it took, and the enquiry */
export async function waitUntilHealthy(url: string): Promise<{ seconds: number; sent: Enquiry }> {
  const start = performance.now();
  for (let sent = newEnquiry(); secondsSince(start) < 30; sent = newEnquiry()) {
    if ((await get(`${url}/readyz`)).status === 200 && (await send(url, sent)).status === 303)
      return { seconds: secondsSince(start), sent };
    await sleep(25);
  }
  throw new Error('not healthy after 30 s');
}

/**
 * Waits until the queue is empty and compares acknowledged enquiries with rows and mails.
 * @returns `lost`: acknowledged, but not stored or not mailed; `doubled`: further rows of an enquiry, and further mails with
 *   another Message-ID
 */
export async function count(sql: TestDatabase['sql'], acknowledged: Enquiry[], taken: TakenMail[], limitMs = 60_000) {
  const start = performance.now();
  while ((await sql(`select 1 from notifications where state = 'waiting' limit 1`)).length) {
    if (performance.now() - start > limitMs) break;
    await sleep(100);
  }
  const subjects = (await sql<{ subject: string }>(`select subject from messages`)).map(({ subject }) => subject);
  const rows = new Set(subjects);
  const mails = new Map<string, Set<string>>();
  for (const { Subject, Headers } of taken) {
    const subject = /Lift no\. \d+/.exec(Subject)?.[0] ?? Subject;
    const id = Headers.find(({ Name }) => Name === 'Message-ID')!.Value;
    mails.set(subject, (mails.get(subject) ?? new Set()).add(id));
  }
  return {
    lost: acknowledged.filter(({ subject }) => !rows.has(subject) || !mails.has(subject)).length,
    doubled: subjects.length - rows.size + [...mails.values()].reduce((sum, ids) => sum + ids.size - 1, 0),
  };
}
