import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TakenMail } from '../support/fake-postmark.ts';
import { formOf } from '../support/enquiries.ts';
import { secondsSince } from '../support/process.ts';
import type { TestDatabase } from '../support/test-postgres.ts';

/** An enquiry of this test: its subject is its own, and it can be sent again as the same form. */
export interface Enquiry {
  subject: string;
  formId: string;
  /** What the visitor's address is, behind one trusted proxy: limits count by it. */
  address: string;
}

let made = 0;
export function newEnquiry(): Enquiry {
  const n = ++made;
  return { subject: `Lift no. ${n}`, formId: randomUUID(), address: `10.1.${n >> 8}.${n & 255}` };
}

export interface Outcome {
  /** 0 when no answer came. */
  status: number;
  seconds: number;
  body: string;
}

/** Sends an enquiry once. Never throws: a connection that breaks is an outcome. */
export async function send(url: string, { subject, formId, address }: Enquiry, patience = 10_000): Promise<Outcome> {
  const start = performance.now();
  try {
    const answer = await fetch(`${url}/contact-form`, {
      method: 'POST',
      body: formOf({ subject, formId }),
      headers: { Origin: url, 'X-Forwarded-For': address },
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    return { status: answer.status, seconds: secondsSince(start), body: await answer.text() };
  } catch {
    return { status: 0, seconds: secondsSince(start), body: '' };
  }
}

/** How a patient visitor fared: whether the enquiry was taken, and how long there was no clear answer to the first try. */
export interface Patience {
  isTaken: boolean;
  answer: number;
}

/** Sends an enquiry until it is acknowledged, as a patient visitor would. */
export async function sendUntilTaken(url: string, enquiry: Enquiry, until: AbortSignal): Promise<Patience> {
  const start = performance.now();
  let answer: number | null = null;
  while (!until.aborted) {
    const { status } = await send(url, enquiry);
    if (status) answer ??= secondsSince(start);
    if (status === 303) return { isTaken: true, answer: answer! };
    await sleep(50);
  }
  return { isTaken: false, answer: answer ?? secondsSince(start) };
}

/** Gets a page. Never throws: status 0 means no answer within 10 s. */
export async function get(url: string, headers: Record<string, string> = {}): Promise<Outcome> {
  const start = performance.now();
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    return { body: await answer.text(), status: answer.status, seconds: secondsSince(start) };
  } catch {
    return { status: 0, seconds: secondsSince(start), body: '' };
  }
}

/** Seconds until the product says it is ready and takes an enquiry again. */
export async function untilHealthy(url: string, limitMs = 30_000): Promise<{ seconds: number; sent: Enquiry[] }> {
  const start = performance.now();
  const sent: Enquiry[] = [];
  for (;;) {
    const enquiry = newEnquiry();
    if ((await get(`${url}/readyz`)).status === 200 && (await send(url, enquiry)).status === 303) {
      sent.push(enquiry);
      return { seconds: secondsSince(start), sent };
    }
    if (performance.now() - start > limitMs) return { seconds: Infinity, sent };
    await sleep(25);
  }
}

export interface Count {
  acknowledged: number;
  stored: number;
  notified: number;
  /** Acknowledged, but not stored or, in the end, not notified. */
  lost: number;
  /** Rows, or mails that a mail program could not recognise as the same, beyond the first of an enquiry. */
  doubled: number;
  /** Mails beyond the first with the Message-ID of the first. */
  duplicated: number;
}

/**
 * Waits until the queue is empty, then compares what was acknowledged with rows and mails.
 * @param takenBy the mails, or how to read them once the queue is empty
 */
export async function count(
  sql: TestDatabase['sql'],
  acknowledged: Enquiry[],
  takenBy: TakenMail[] | (() => TakenMail[]),
  limitMs = 60_000,
): Promise<Count> {
  const start = performance.now();
  while ((await sql(`select 1 from notifications where state = 'waiting' limit 1`)).length) {
    if (performance.now() - start > limitMs) break;
    await sleep(100);
  }
  const subjects = (await sql<{ subject: string }>(`select subject from messages`)).map(({ subject }) => subject);
  const taken = typeof takenBy === 'function' ? takenBy() : takenBy;
  const mails = new Map<string, string[]>();
  for (const mail of taken) {
    const subject = /Lift no\. \d+/.exec(mail.Subject)?.[0] ?? mail.Subject;
    const id = mail.Headers.find(({ Name }) => Name === 'Message-ID')?.Value ?? '';
    mails.set(subject, [...(mails.get(subject) ?? []), id]);
  }
  const rows = new Set(subjects);
  const ids = [...mails.values()];
  return {
    acknowledged: acknowledged.length,
    stored: subjects.length,
    notified: mails.size,
    lost: acknowledged.filter(({ subject }) => !rows.has(subject) || !mails.has(subject)).length,
    doubled: subjects.length - rows.size + ids.reduce((sum, all) => sum + new Set(all).size - 1, 0),
    duplicated: ids.reduce((sum, all) => sum + all.length - new Set(all).size, 0),
  };
}
