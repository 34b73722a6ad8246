import { createHash, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { withTempFolder } from '../../http/files/received-file.server.ts';
import { log } from '../../http/log.server.ts';
import { countHit, hasRoom, type Limit } from '../../http/rate-limit.server.ts';
import { semaphore } from '../../http/memory/semaphore.ts';
import { freeBuffers } from '../../http/memory/tidy-memory.ts';
import { refuseWith } from '../../http/refusals/refusal.ts';
import { storableText } from '../../http/storable-text.ts';
import { z } from '../../schemas/zod.ts';
import { FILES_MS } from '../files/enquiry-files.ts';
import { UUID } from '../message.schema.ts';
import { mailInJson } from './mail-in-json.server.ts';
import { markUndelivered } from './place-mail.server.ts';
import { MAIL_BYTES, storeMail, recordSkippedMail, TOO_LARGE } from './store-mail.server.ts';

/** Limits the wrong passwords of an address. */
const limit: Limit = { name: 'inbound-password', max: 20, seconds: 600 };

/** The JSON holds the mail, and its files a second time. */
export const HOOK_BYTES = 3 * MAIL_BYTES;
/** Staff are told once a day of mails that are too large, as Postmark sends each again and again. */
const tooLargeLimit: Limit = { name: 'inbound-too-large', max: 1, seconds: 86_400 };

const waitForSlot = semaphore({ perKey: 2, inAll: 2 }); // limits the memory: other requests wait in their sockets

const word = z.pipe(z.catch(z.string(), ''), z.transform(storableText));
const bodySchema = z.object({
  RecordType: word,
  Type: word,
  Details: word,
  OriginalRecipient: word,
  Metadata: z.catch(z.object({ notification: word }), { notification: '' }),
});
type HookBody = z.infer<typeof bodySchema> & { hasMail: boolean };

/** `POST /inbound/postmark` takes mails and bounces from Postmark. It answers 200 once they are stored. */
export const postmarkHook: RequestHandler = (request, response, next) => {
  const { app } = response.locals.context;
  const refuse = (status: number, text: string, headers = {}) =>
    refuseWith(request, response, { status, text, headers });
  if (request.method !== 'POST') return refuse(405, 'Only POST is taken here.', { Allow: 'POST' });
  const answer = async () => {
    const refusal = await findRefusal(app, request, response.locals.context.clientAddress ?? '');
    if (refusal === 401) return refuse(401, 'The password is wrong.', { 'WWW-Authenticate': 'Basic realm="inbound"' });
    if (refusal) return refuse(429, 'Too many wrong passwords.', { 'Retry-After': String(limit.seconds) });
    response.locals.context.extendBodyTimeout?.(FILES_MS);
    const release = await waitForSlot('');
    const problem = await takeMail(app, request).finally(release);
    if (problem) return refuse(...problem);
    response
      .writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
      .end('stored\n');
  };
  answer()
    .catch((error: unknown) => {
      if (response.closed) return;
      log.warn({ requestId: response.locals.context.requestId, err: error }, 'mail could not be taken');
      refuse(503, 'The mail could not be stored now. Try again later.', { 'Retry-After': '60' });
    })
    .catch(next);
};

async function findRefusal(app: App, { headers }: Request, address: string): Promise<401 | 429 | null> {
  const given = Buffer.from(/^Basic ([\w+/=]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
  const { INBOUND_WEBHOOK_PASSWORD: wanted } = app.env;
  const em = forkEntityManager(app);
  if (!(await hasRoom(em, limit, address))) return 429;
  if (wanted && timingSafeEqual(digest(given.slice(given.indexOf(':') + 1)), digest(wanted))) return null;
  return (await countHit(em, limit, address)) ? 401 : 429;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @returns status and text of a refusal; null if the mail is stored */
const takeMail = (app: App, request: Request): Promise<[number, string] | null> =>
  withTempFolder(app.env, async (folder) => {
    const file = path.join(folder, 'mail.eml');
    const told = await readBody(request, file);
    if (told === 'too large') {
      const reason = `${TOO_LARGE}: it stays in the activity of Postmark`;
      if (await hasRoom(forkEntityManager(app), tooLargeLimit, ''))
        await recordSkippedMail(app, 'postmark', reason, (tx) => countHit(tx, tooLargeLimit, ''));
      return [413, 'The mail is larger than 35 MiB.'];
    }
    if (told === 'no JSON') return [400, 'This is no JSON.'];
    if (/^(Bounce|SpamComplaint)$/.test(told.RecordType)) return takeBounce(app, told).then(() => null);
    if (/^(Delivery|Open|Click|SubscriptionChange)$/.test(told.RecordType)) return null; // not asked for, but no fault
    if (!told.hasMail) return [400, 'There is no RawEmail: switch on "Include raw email content in JSON payload".'];
    await storeMail(app, file, 'postmark', { sentTo: told.OriginalRecipient.slice(0, 500) || null });
    return null;
  });

/** Streams the JSON, and writes the mail in it to a file. */
async function readBody(request: Request, file: string): Promise<HookBody | 'too large' | 'no JSON'> {
  const sizes = { body: 0, mail: 0 };
  async function* measured(body: AsyncIterable<Buffer>) {
    for await (const chunk of body) {
      sizes.body += chunk.length;
      freeBuffers(chunk.length);
      if (sizes.body <= HOOK_BYTES) yield chunk; // the body is read to its end, or the sender would miss the answer
    }
  }
  const rest = { json: '', hasMail: false };
  async function* mailIn(body: AsyncIterable<Buffer>) {
    for await (const text of mailInJson(body, rest)) {
      sizes.mail += Buffer.byteLength(text);
      if (sizes.mail < MAIL_BYTES) yield text;
    }
  }
  const isTooLarge = () =>
    (rest.hasMail ? sizes.mail >= MAIL_BYTES : Number(request.headers['content-length']) > MAIL_BYTES) ||
    sizes.body > HOOK_BYTES;
  try {
    await pipeline(request, measured, mailIn, createWriteStream(file, { mode: 0o600 }));
    if (isTooLarge()) return 'too large';
    const told = bodySchema.safeParse(JSON.parse(rest.json));
    return told.success ? { ...told.data, hasMail: rest.hasMail } : 'no JSON';
  } catch (error) {
    if (isTooLarge()) return 'too large';
    if (error instanceof SyntaxError) return 'no JSON';
    throw error;
  }
}

/** The bounces that mean 'not delivered'. Delays, automatic answers and the like do not. */
const FINAL =
  /^(HardBounce|SoftBounce|Blocked|BadEmailAddress|SpamNotification|SpamComplaint|DMARCPolicy|Undeliverable|DnsError|VirusNotification)$/;

async function takeBounce(app: App, { Type, Details, Metadata: { notification: id } }: HookBody): Promise<void> {
  if (!FINAL.test(Type) || !UUID.test(id)) return;
  const code = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(Details)?.[0] ?? '5.0.0';
  await forkEntityManager(app).transactional((tx) => markUndelivered(tx, id, code));
}
