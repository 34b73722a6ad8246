import type { Request } from 'autocannon';
import { connectionOf, openDatabase } from './database.ts';
import { load, type Round } from './load.ts';
import { startBare, startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

const ROUNDS = 5;

/** Enquiries through the contact form's address, against node:http with one insert of the same fields. */
export default async function enquiries(): Promise<void> {
  const mail = await startBare('mail'); // mail goes out as slowly as it really does
  const product = await startProduct({
    TRUST_PROXY: '1',
    POSTMARK_SERVER_TOKEN: 'bench',
    POSTMARK_API_URL: mail.url,
    MAIL_FROM: 'site@example.com',
    MAIL_TO: 'office@example.com',
  });
  const bare = await startBare('inserts', { CONNECTION: JSON.stringify(await connectionOf(product)) });
  const database = await openDatabase(product);
  const requests = [posting(product.url)];
  const rounds: { ours: Round; bare: Round }[] = [];
  let acknowledged = 0;
  for (let round = -1; round < ROUNDS; round++) {
    const ours = await load(product, '/contact-form', { requests });
    const plain = await load(bare, '/contact-form', { requests }, [product]); // the database is the product's child
    acknowledged += ours.requests;
    if (round >= 0) rounds.push({ ours, bare: plain }); // the first one compiles the code
  }
  const { rows } = await database.query<{ n: number }>('select count(*)::int as n from messages');
  const { rows: queued } = await database.query<{ n: number }>('select count(*)::int as n from notifications');
  await database.end();

  const of = (server: 'ours' | 'bare', key: keyof Round) => median(rounds.map((round) => round[server][key]));
  const line = (name: string, server: 'ours' | 'bare') => [
    name,
    of(server, 'perCpuSecond'),
    of(server, 'perSecond'),
    of(server, 'p50'),
    of(server, 'p99'),
    rounds.reduce((sum, round) => sum + round[server].failed, 0),
  ];
  printTable(
    ['server', 'per CPU s', 'per s', 'p50 ms', 'p99 ms', 'failed'],
    [line('product', 'ours'), line('bare', 'bare')],
  );
  const ratio = median(rounds.map(({ ours, bare: plain }) => ours.perCpuSecond / plain.perCpuSecond));
  const tail = median(rounds.map(({ ours }) => ours.p99 / ours.p50));
  console.log(`  acknowledged ${acknowledged}, messages ${rows[0]!.n}, notifications ${queued[0]!.n}`);
  target(`${ratio.toFixed(2)} of the bare server per CPU second (at least 0.3)`, ratio >= 0.3);
  target(`p99 is ${tail.toFixed(1)} times p50 (under 10)`, tail < 10);
  // A request under way when a round ends may be saved without its answer being counted, so more is right and fewer is not.
  target('nothing lost, each with its notification', rows[0]!.n >= acknowledged && queued[0]!.n === rows[0]!.n);
}

let sent = 0;

/** Every request is another enquiry from another address, so that neither the limit nor the repeat check stops it. */
export function posting(origin: string): Request {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    setupRequest(request) {
      const n = ++sent;
      const form = new URLSearchParams({
        fullName: `Visitor ${n}`,
        companyName: 'A Company Ltd',
        email: `visitor-${n}@example.com`,
        phone: '868 555 0100',
        subject: 'A lift of a transformer',
        message: `We have to lift a transformer of 40 t onto its plinth, radius 18 m, in March. This is enquiry ${n}.`,
        serviceType: 'lift-plan-review',
        preferredContact: 'email',
        consent: 'on',
        formId: `bench-${n}`,
      });
      const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
      return { ...request, headers: { ...request.headers, 'x-forwarded-for': address }, body: form.toString() };
    },
  };
}
