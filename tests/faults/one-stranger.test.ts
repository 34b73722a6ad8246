import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testProduct } from '../support/database.ts';
import { getRequest, pipeline, postRequest } from '../support/pipelined.ts';
import { memoryMiB } from '../support/process.ts';
import { get, newEnquiry, send } from './load.ts';

// One stranger makes too many requests, and other visitors must not notice.
const { site: product, sql } = await testProduct({ TRUST_PROXY: '1' });
for (let views = 0; views < 200; views++) await get(`${product.url}/contact-form`); // compiles its code

/** Visits the site until `isOver`. @returns the longest waits in seconds, and the growth in MiB */
async function visitMeanwhile(isOver: () => boolean) {
  const before = memoryMiB(product.pid);
  const longest = { page: 0, health: 0, enquiry: 0 };
  let growth = 0;
  const see = (
    what: keyof typeof longest,
    { status, seconds }: { status: number; seconds: number },
    wanted: number,
  ) => {
    expect([what, status]).toEqual([what, wanted]);
    longest[what] = Math.max(longest[what], seconds);
    growth = Math.max(growth, memoryMiB(product.pid) - before);
  };
  do {
    const enquiry = newEnquiry();
    const asked = [
      get(product.url).then((answer) => see('page', answer, 200)),
      get(`${product.url}/healthz`).then((answer) => see('health', answer, 200)),
      send(product.url, enquiry).then((answer) => see('enquiry', answer, 303)),
    ];
    await Promise.all(asked);
    expect(await sql('select 1 from messages where subject = $1', [enquiry.subject])).toHaveLength(1);
    await sleep(50);
  } while (!isOver());
  return { ...longest, growth };
}

function expectUnnoticed({ page, health, enquiry, growth }: Awaited<ReturnType<typeof visitMeanwhile>>) {
  expect(Math.max(page, health, enquiry)).toBeLessThan(2);
  expect(growth).toBeLessThan(150);
}

const numbered = (count: number, path: string) => Array.from({ length: count }, (_, n) => getRequest(`${path}${n}`));

it.each([
  ['1 connection with 2,000 requests in one go, of a page that is rendered for each', 1, 2000, '/contact-form?x=', 200],
  ['20 connections with 100 requests in one go each', 20, 100, '/nowhere/', 404],
])('%s: all are answered, and others within 2 s', async (_, connections, requests, path, status) => {
  const strangers = Array.from({ length: connections }, () => pipeline(product.url, numbered(requests, path)));
  let isOver = false;
  const all = Promise.all(strangers.map((each) => each.answered(requests))).then(() => (isOver = true));
  const seen = await visitMeanwhile(() => isOver);
  await all;
  for (const stranger of strangers) {
    expect(stranger.statuses()).toEqual({ [status]: requests });
    stranger.close();
  }
  expectUnnoticed(seen);
});

it('1,000 connections with 10 invalid forms each: others are served within 2 s', async () => {
  const form = postRequest(product.url, '/contact-form', 'fullName=x&email=x&message=x');
  let isOver = false;
  const seen = visitMeanwhile(() => isOver);
  const strangers = Array.from({ length: 1000 }, () => pipeline(product.url, Array<string>(10).fill(form)));
  await Promise.race([Promise.all(strangers.map((each) => each.answered(10))), sleep(30_000)]);
  const statuses = strangers.flatMap((each) => Object.keys(each.statuses()));
  strangers.forEach((each) => each.close());
  isOver = true;
  expect([...new Set(statuses)].filter((status) => status !== '429')).toEqual(['400']);
  expectUnnoticed(await seen);
});

it.each([
  ['12,000 requests on one connection that reads no answer', 1, 12_000, ''],
  ['40 connections with 1,700 requests each behind an open stream', 40, 1700, getRequest('/events')],
])('%s: memory and others hardly notice', async (_, connections, requests, first) => {
  const strangers: ReturnType<typeof pipeline>[] = [];
  let isOver = false;
  const seen = visitMeanwhile(() => isOver);
  for (let n = 0; n < connections; n++)
    strangers.push(pipeline(product.url, [first, ...numbered(requests, '/?x=')], false));
  await sleep(3000);
  isOver = true;
  expectUnnoticed(await seen);
  strangers.forEach((each) => each.close());
});
