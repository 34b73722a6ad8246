import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import pg from 'pg';

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

// The simplest servers for the same tasks, for comparison with the product. Each runs as a process of its own.
const kinds: Record<string, () => Answer | Promise<Answer>> = { pages, inserts, events, picture, mail };
const listener = await kinds[process.argv[2]!]!();
http
  .createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    if (request.url === '/ready') response.end();
    else void listener(request, response);
  })
  .listen(Number(process.env.PORT), '127.0.0.1');

/** Answers from memory with the product's bytes and headers for PATHS. */
async function pages(): Promise<Answer> {
  const known = new Map<string, { headers: string[]; body: Buffer }>();
  for (const path of process.env.PATHS!.split(' ')) {
    const answer = await fetch(process.env.PRODUCT_URL + path);
    const body = brotliCompressSync(await answer.text());
    const own = [...answer.headers].filter(
      ([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'].includes(name),
    );
    const sent = { 'content-encoding': 'br', 'content-length': String(body.length) };
    known.set(path, { headers: Object.entries({ ...Object.fromEntries(own), ...sent }).flat(), body });
  }
  return (request, response) => {
    const page = known.get(request.url!.split('?', 1)[0]!);
    if (!page) response.writeHead(404).end();
    else response.writeHead(200, page.headers).end(page.body);
  };
}

/** Inserts each posted form into one table of the database at CONNECTION and answers after the commit. */
async function inserts(): Promise<Answer> {
  const pool = new pg.Pool({ ...(JSON.parse(process.env.CONNECTION!) as pg.PoolConfig), max: 10 });
  await pool.query(
    'create table if not exists bench_forms (id serial primary key, name text, email text, subject text, message text)',
  );
  return async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const values = ['fullName', 'email', 'subject', 'message'].map((name) => form.get(name));
    await pool.query('insert into bench_forms (name, email, subject, message) values ($1, $2, $3, $4)', values);
    response.writeHead(303, { location: '/' }).end();
  };
}

/** Keeps streams open and writes the payload of NOTIFY bench to all of them as one prepared event. */
async function events(): Promise<Answer> {
  const open = new Set<ServerResponse>();
  const client = new pg.Client(JSON.parse(process.env.CONNECTION!) as pg.ClientConfig);
  await client.connect();
  client.on('notification', ({ payload }) => {
    const chunk = Buffer.from(`event: site-status\ndata: ${payload}\n\n`);
    for (const response of open) response.write(chunk);
  });
  await client.query('listen bench');
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' });
    open.add(response);
    response.once('close', () => open.delete(response));
    response.write('data: {}\n\n');
  };
}

/** A plain page that shows the picture at the address PICTURE. */
async function picture(): Promise<Answer> {
  const given = await fetch(process.env.PICTURE!);
  const type = given.headers.get('content-type')!;
  const bytes = Buffer.from(await given.arrayBuffer());
  const path = '/picture';
  const page = Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Plain</title>
<style>body{margin:0;font:1rem sans-serif}img{display:block;width:100%;height:${process.env.HEIGHT}px;object-fit:cover}</style>
</head><body><img src="${path}" alt="" fetchpriority="high"><h1>Safety Rigging &amp; Lifting Services</h1></body></html>`);
  return (request, response) => {
    if (request.url === path)
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
    else if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else response.writeHead(204).end();
  };
}

/** Takes mail as Postmark does, in about the same time. */
function mail(): Answer {
  return async (request, response) => {
    await text(request);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const body = JSON.stringify({ ErrorCode: 0, Message: 'OK', MessageID: '0', SubmittedAt: '', To: '' });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };
}
