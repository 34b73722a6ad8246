import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm } from '#db/orm.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { pdf } from '../support/documents.ts';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { freePort, type Product } from '../support/product.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { visitByPassword } from '../support/visitor.ts';
import { report, secondsSince } from './figures.ts';
import { count, newEnquiry, sendUntilTaken, type Enquiry } from './load.ts';
import { mailBy, startBehindProxy, type Postmark } from './scene.ts';
import { seeded } from './seeded.ts';
import { upload } from './uploads.ts';

// kill -9, again and again, at moments drawn from a seed. Whoever was told 'received' has been heard.
const KILLS = Number(process.env.FAULT_KILLS ?? 50);
const SEED = 20_261_121;
const VISITORS = 4;

let database: TestDatabase;
let postmark: Postmark;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let product: Product | null = null;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  postmark = await startFakePostmark();
  s3 = await startS3Server();
});
afterAll(async () => {
  await product?.stop();
  await s3?.stop();
  await postmark?.stop();
  await database?.drop();
});

it(`kill -9 at ${KILLS} random moments under load: nothing acknowledged is lost`, { timeout: 900_000 }, async () => {
  const port = String(await freePort());
  const env = { PORT: port, DATABASE_URL: database.url, ...mailBy(postmark.url), ...s3Env(s3.settings) };
  const random = seeded(SEED);
  product = await startBehindProxy(env);
  const { url } = product;
  const { cookie } = await visitByPassword({ url }, database.sql, 'editor');

  const over = new AbortController();
  const acknowledged: Enquiry[] = [];
  let answer = 0;
  const uploaded: { title: string; sha256: string }[] = [];
  const visitor = async () => {
    while (!over.signal.aborted) {
      const enquiry = newEnquiry();
      const sent = await sendUntilTaken(url, enquiry, over.signal);
      if (sent.isTaken) acknowledged.push(enquiry);
      answer = Math.max(answer, sent.answer);
    }
  };
  const editor = async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const title = `Certificate no. ${n}`;
      const bytes = pdf(100_000);
      if ((await upload(url, cookie, title, bytes)).status === 303)
        uploaded.push({ title, sha256: createHash('sha256').update(bytes).digest('hex') });
      else await sleep(50);
    }
  };
  const load = [...Array.from({ length: VISITORS }, visitor), editor()];
  let slowestStart = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(20 + random() * 900);
    await product.stop('SIGKILL');
    const start = performance.now();
    product = await startBehindProxy(env);
    slowestStart = Math.max(slowestStart, secondsSince(start));
  }
  await sleep(500);
  over.abort();
  await Promise.all(load);

  const counted = await count(database.sql, acknowledged, postmark.taken, 90_000);
  report({ fault: `kill -9, ${KILLS} times (seed ${SEED})`, answer, healthy: slowestStart, ...counted });
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  expect(counted).toMatchObject({ lost: 0, doubled: 0 });

  const rows = await database.sql<{ title: string; file_path: string; sha256: string }>('select * from pdf_documents');
  const store = s3Store(s3.settings);
  const missing = uploaded.filter(
    ({ title, sha256 }) => !rows.some((row) => row.title === title && row.sha256 === sha256),
  );
  let broken = 0;
  for (const row of rows) {
    const found = await store.get(row.file_path);
    const hash = createHash('sha256');
    for await (const chunk of found?.stream ?? []) hash.update(chunk as Buffer);
    if (!found || hash.digest('hex') !== row.sha256) broken++;
  }
  const orm = await openOrm(database.connection);
  const orphans = await sweepOrphans(orm.em.fork(), store, [documentFiles], Date.now() + 7_200_000);
  await orm.close(true);
  const kept = (await Array.fromAsync(store.list())).map(({ key }) => key).sort();
  report({
    fault: `kill -9, ${KILLS} times: uploads`,
    acknowledged: uploaded.length,
    stored: rows.length,
    lost: missing.length + broken,
    note: `${orphans} files without a row, all swept`,
  });
  expect(uploaded.length).toBeGreaterThan(KILLS);
  expect({ missing, broken }).toEqual({ missing: [], broken: 0 });
  expect(kept).toEqual(rows.map((row) => row.file_path).sort());
});
