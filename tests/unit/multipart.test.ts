import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { expect, it, vi } from 'vitest';
import type { Env } from '#app/env.server.ts';
import { receiveForm } from '#app/http/files/multipart.server.ts';
import { testFolder } from '../support/test-folder.ts';

const env = { dataDir: testFolder() } as Env;
const limits = { maxFiles: 5, maxFileBytes: 1000, maxBytes: 1e6, maxBodyBytes: 1e6, maxFieldBytes: 1000 };

it.each([
  ['parts without a header', ''],
  ['files', 'Content-Disposition: form-data; name=a; filename=b\r\n'],
])('a form of 10,000 %s is refused, and no more is read of it', async (_, header) => {
  const write = vi.spyOn(Busboy.prototype, 'write');
  const hundred = Buffer.from(`--b\r\n${header}\r\n\r\n`.repeat(100));
  const request = new Request('http://localhost', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: createReadableStreamFromReadable(
      Readable.from([...Array<Buffer>(100).fill(hundred), Buffer.from('--b--\r\n')]),
    ),
    duplex: 'half',
  });
  await expect(receiveForm(env, request, limits)).rejects.toMatchObject({ status: 400 });
  expect(write.mock.calls.length).toBeLessThan(15);
  write.mockRestore();
});
