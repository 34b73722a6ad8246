import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { TOO_MANY_FILES } from '#app/enquiries/receive/enquiry.schema.ts';
import { sweepEnquiryFiles } from '#app/enquiries/files/sweep-enquiry-files.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { leastCpu } from '../support/process.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { filledIn, enquiryForm } from '../support/enquiries.ts';
import { fileLike, fileRows, sendWithFiles } from '../support/enquiry-files.ts';
import { waitForMail } from '../support/wait-for-mail.ts';
import { cookieOf, visitAs } from '../support/visitor.ts';

const MIB = 1024 * 1024;
const { site, sql, app } = await testSiteAndApp({ TRUST_PROXY: '1' });
const admin = await visitAs(site, sql, 'admin');
beforeEach(async () => {
  for (const name of fs.readdirSync(documents).filter(isOfEnquiry)) fs.rmSync(path.join(documents, name));
  await sql('delete from messages; delete from enquiry_files; delete from rate_limits');
});

const rows = () => fileRows(sql);
const incoming = () => {
  const folder = path.join(site.dataDir, 'incoming');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const documents = path.join(site.dataDir, 'documents');
const isOfEnquiry = (name: string) => name.startsWith('enquiry-');
const kept = () => fs.readdirSync(documents).filter(isOfEnquiry);
const expectNothing = async () => expect([await rows(), kept(), incoming()]).toEqual([[], [], []]);
const addressOf = ({ message_id, id }: { message_id: number | null; id: string }) =>
  paths.admin.enquiryFile(message_id!, id);

it('the files of an enquiry are kept in their order, come back to an admin as downloads that nothing runs, and are swept with it', async () => {
  const files = [
    fileLike('pdf', 'Lift plan.pdf', 30_000),
    fileLike('jpeg', 'Überhub.jpg'),
    fileLike('png', 'sketch.png'),
    fileLike('webp', 'site.webp'),
    fileLike('heic', 'IMG_0001.HEIC'),
  ];
  await expectLed(sendWithFiles(site.url, files), paths.contactFormSent);
  const stored = await rows();
  expect(stored.map(({ name, kind }) => [name, kind])).toEqual([
    ['Lift plan.pdf', 'pdf'],
    ['Überhub.jpg', 'jpeg'],
    ['sketch.png', 'png'],
    ['site.webp', 'webp'],
    ['IMG_0001.heic', 'heic'],
  ]);
  const page = await (await admin.get(paths.admin.message(stored[0]!.message_id!))).text();
  for (const [n, row] of stored.entries()) {
    expect(page).toContain(`href="${addressOf(row)}"`);
    const opened = await admin.get(addressOf(row));
    expect(opened.status).toBe(200);
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(Buffer.from(await files[n]!.arrayBuffer()));
    const inAscii = row.name.replace('Ü', '_');
    expect(opened.headers.get('content-disposition')).toBe(
      `attachment; filename="${inAscii}"; filename*=UTF-8''${encodeURIComponent(row.name)}`,
    );
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
    expect(opened.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(opened.headers.get('cache-control')).toBe('no-store');
  }
  expect(incoming()).toEqual([]);

  expect(kept()).toHaveLength(5);
  await sql('delete from messages');
  // In one transaction, because the site's own sweep, 20 s after its start, must not come first.
  const removed = await forkEntityManager(app).transactional(async (tx) => {
    await tx.execute("update enquiry_files set created_at = now() - interval '2 hours'");
    return sweepEnquiryFiles(tx, diskStore(documents));
  });
  expect(removed).toBe(5);
  await expectNothing();
});

describe('the form with files', () => {
  it('sent again as it was is the same enquiry, however often, told once; with a drawing that was forgotten it is another', async () => {
    const formId = 'again';
    const drawing = fileLike('pdf', 'plan <b>.pdf');
    expect((await sendWithFiles(site.url, [], { formId })).status).toBe(303);
    expect(await sql('select name from messages')).toEqual([{ name: filledIn.fullName }]);
    expect(await rows()).toEqual([]);
    for (let n = 0; n < 4; n++) expect((await sendWithFiles(site.url, [drawing], { formId })).status).toBe(303);
    expect(await sql('select 1 from messages')).toHaveLength(2);
    expect((await rows()).map(({ name }) => name)).toEqual(['plan b.pdf']);
    await waitForMail('plan b.pdf', site.dataDir, []);
  });

  it.each([
    ['a file of another kind', [fileLike('none', 'tool.pdf')], 'tool.pdf is not a PDF, JPEG, PNG, WebP or HEIC file'],
    ['an empty file', [new File([], 'empty.png')], 'empty.png is empty'],
    ['a file of more than 10 MiB', [fileLike('pdf', 'big.pdf', 10 * MIB + 1)], 'big.pdf is larger than 10 MB'],
    [
      'more than 25 MiB together',
      [1, 2, 3].map((n) => fileLike('jpeg', `${n}.jpg`, 8.5 * MIB)),
      'Together the files are larger than 25 MB',
    ],
    ['six files', [1, 2, 3, 4, 5, 6].map((n) => fileLike('png', `${n}.png`)), 'Please choose at most 5 files'],
  ])('with %s is refused at the field, with everything typed kept and nothing stored', async (_, files, words) => {
    const answer = sendWithFiles(site.url, files, { subject: 'Kept subject', email: 'nobody' });
    const texts = [words, 'Please enter a valid email address', 'value="Kept subject"'];
    const field = /<input[^>]*type="file"[^>]*>/.exec(await expectPage(answer, 400, ...texts))![0];
    expect(field).toContain('aria-invalid="true"');
    expect(field).toMatch(/aria-describedby="[^"]*-error"/);
    expect(await sql('select 1 from messages')).toEqual([]);
    await expectNothing();
  });

  it('of more than 26 MiB is turned away, whether it says so before or not', async () => {
    const files = [1, 2, 3].map((n) => fileLike('pdf', `${n}.pdf`, 9.5 * MIB));
    expect((await sendWithFiles(site.url, files)).status).toBe(413);
    expect(await sendChunked(27 * MIB)).toBe(413);
    await expectNothing();
  });

  const headers = { Origin: site.url, 'Content-Type': 'multipart/form-data; boundary=x' };
  const multipart = { method: 'POST', headers };
  const sendMultipart = (body: string) => fetch(site.url + paths.contactForm, { ...multipart, body });

  it('of fields alone is refused without being parsed', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const refuse = async () => expect((await sendMultipart(`${part.repeat(450_000)}--x--\r\n`)).status).toBe(400);
    expect(await leastCpu(refuse)).toBeLessThan(1.5);
  });

  it.each([
    ['ends before it begins', '--x--\r\n--x\r\n'],
    ['ends twice before it begins', '\r\n--x--\r\n\r\n--x--\r\n'],
    ['has a file without a name', '--x\r\nContent-Disposition: form-data; name="files"\r\n\r\nMZ\r\n--x--\r\n'],
  ])(
    'that %s is refused, and holds nobody up',
    async (_, body) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => sendMultipart(body))); // more than one address may send at once
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
      expect((await fetch(`${site.url}/contact-form?about=1`)).status).toBe(200);
    },
    30_000,
  );

  it('that breaks off leaves nothing behind', async () => {
    for (const before of ['', 'first.pdf']) await sendChunked(3 * MIB, true, before).catch(() => {});
    await expect.poll(incoming, { timeout: 5000 }).toEqual([]);
    expect(await sql('select 1 from messages')).toEqual([]);
    expect((await fetch(site.url)).status).toBe(200);
  });

  it('is taken twice in 10 minutes from an address; the third keeps what was typed, and goes without files', async () => {
    for (let n = 0; n < 2; n++) expect((await sendWithFiles(site.url, [fileLike('png', 'a.png')])).status).toBe(303);
    const answer = await sendWithFiles(site.url, [fileLike('png', 'a.png')], { subject: 'Kept subject' });
    await expectPage(answer, 429, TOO_MANY_FILES, 'value="Kept subject"');
    expect(answer.headers.get('retry-after')).toBe('600');
    expect((await sendWithFiles(site.url, [])).status).toBe(303);
  });

  it('over the limit of enquiries keeps no file, however often it comes', async () => {
    for (let n = 0; n < 8; n++) expect((await sendWithFiles(site.url, [])).status).toBe(303);
    for (let n = 0; n < 4; n++) {
      const answer = await sendWithFiles(site.url, [fileLike('pdf', 'a.pdf')]);
      expect(answer.status).toBe(429);
      expect(await answer.text()).not.toContain(TOO_MANY_FILES);
    }
    await expectNothing();
  });

  it('four times at once is one enquiry, and each is told that it was sent', async () => {
    const drawing = fileLike('pdf', 'plan.pdf', 200_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendWithFiles(site.url, [drawing], { formId: 'once' })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const [message, ...others] = await sql('select id from messages');
    expect(others).toEqual([]);
    expect((await rows()).map(({ message_id }) => message_id)).toEqual([message!.id]);
    expect(kept()).toHaveLength(1);
  });

  it('has its files while those of others are on their way, up to 200', async () => {
    const unclaimed = (count: number) =>
      sql(`insert into enquiry_files (position, name, kind, size_bytes)
        select 1, 'x.pdf', 'pdf', 2000 from generate_series(1, ${count})`);
    const send = async () => {
      await sql('delete from rate_limits');
      return cookieOf(await sendWithFiles(site.url, [fileLike('pdf', 'mine.pdf')]));
    };
    await unclaimed(199);
    expect(await send()).not.toContain('lost-files=W'); // JSON's bracket, encoded
    await unclaimed(1);
    expect(await send()).toContain('lost-files=W');
    await sql("update enquiry_files set created_at = now() - interval '61 minutes' where message_id is null"); // the sweep's
    expect(await send()).not.toContain('lost-files=W');
  });

  it('that looks like spam has its files as well, and no mail', async () => {
    await sendWithFiles(site.url, [fileLike('png', 'a.png')], { website: 'x' });
    const [row] = await rows();
    expect(await sql('select folder from messages where id = $1', [row!.message_id])).toEqual([{ folder: 'spam' }]);
  });

  /** Sends a form without its length. @returns the status */
  function sendChunked(bytes: number, breaksOff = false, before = ''): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = http.request(site.url + paths.contactForm, multipart);
      request.on('response', (answer) => resolve(answer.resume().statusCode!)).on('error', reject);
      for (const [name, value] of enquiryForm())
        request.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
      const begin = (name: string) =>
        `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n%PDF-`;
      if (before) request.write(`${begin(before)}whole\r\n`);
      request.write(begin('a.pdf'));
      const piece = Buffer.alloc(MIB);
      let sent = 0;
      const more = () => {
        if (sent >= bytes) return breaksOff ? request.destroy() : request.end('\r\n--x--\r\n');
        sent += piece.length;
        request.write(piece, more);
      };
      more();
    });
  }
});

it('a file of an enquiry is found with its own enquiry alone, never below /documents, and 503 once the store has lost it', async () => {
  await sendWithFiles(site.url, [fileLike('pdf', 'secret.pdf')]);
  const row = (await rows())[0]!;
  const key = `enquiry-${row.id}`;
  for (const name of [key, `${key}.pdf`, `..%2f${key}`, `.%2f${key}`, encodeURIComponent(`../documents/${key}`)])
    for (const ask of [(path: string) => fetch(site.url + path), admin.get]) {
      const answer = await ask(`/documents/${name}`);
      expect(answer.status, name).toBeGreaterThanOrEqual(400);
      expect(await answer.text(), name).not.toContain('%PDF-');
    }
  await sendWithFiles(site.url, []);
  const other = await sql.value<number>('select max(id) as id from messages');
  const otherId = row.id.replace(/^./, (c) => (c === '0' ? '1' : '0'));
  for (const address of [
    paths.admin.enquiryFile(other, row.id),
    paths.admin.enquiryFile(row.message_id!, 'x'),
    paths.admin.enquiryFile(row.message_id!, otherId),
  ])
    expect((await admin.get(address)).status).toBe(404);
  fs.rmSync(path.join(documents, key));
  expect((await admin.get(addressOf(row))).status).toBe(503);
  expect((await fetch(site.url)).status).toBe(200);
});

it('the files of a person are named in what is exported, and gone from the store once the person is erased', async () => {
  await sendWithFiles(site.url, [fileLike('pdf', 'Plan of anja.pdf'), fileLike('png', 'b.png')]);
  const { email } = filledIn;
  await expectPage(admin.get(paths.admin.exportPerson(email)), 200, 'Plan of anja.pdf');
  expect((await admin.post(paths.admin.person(email), { confirmation: email })).status).toBe(303);
  await expectNothing();
});
