import os from 'node:os';
import { expect, it } from 'vitest';
import { readForm } from '#app/forms/form.server.ts';

const appUrl = 'http://localhost:3000';
const context = { app: { env: { appUrl, dataDir: os.tmpdir() } } } as never;
const read = (body: string, type: string) =>
  readForm(context, new Request(appUrl, { method: 'POST', body, headers: { Origin: appUrl, 'Content-Type': type } }));

const PLAIN = 'application/x-www-form-urlencoded';
const part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
const many = `${part.repeat(1200)}--X--\r\n`;
const few = `${part.repeat(3)}--X--\r\n`;
const notAForm = { init: { status: 400 } };

it.each([
  'multipart/form-data; boundary=X',
  'multipart/form-data; boundary="X"',
  'Multipart/Form-Data;BOUNDARY=X; charset=utf-8',
  'multipart/form-data; xboundary=zzz; boundary=X',
  'multipart/form-data; x="boundary=zzz"; boundary=X',
])('a few fields are a form and 1,200 are none, whatever stands around the boundary: %s', async (type) => {
  expect((await read(few, type)).getAll('a')).toEqual(['1', '1', '1']);
  await expect(read(many, type)).rejects.toMatchObject(notAForm);
});

const others = ['multipart/form-data; boundary=zzz', 'text/plain, multipart/form-data; boundary=X'];
it.each([...others, '', 'nonsense', 'text/plain', 'multipart/form-data', `${PLAIN}x`])(
  'what is no form, or has another boundary than it says, is answered so: %s',
  (type) => expect(read(few, type)).rejects.toMatchObject(notAForm),
);

it('a form of a page is read, also with a character set behind its type', async () => {
  const form = await read('a=1&b=%E2%82%AC', `${PLAIN};charset=UTF-8`);
  expect(Object.fromEntries(form)).toEqual({ a: '1', b: '€' });
  const fields = (count: number) => read(Array(count).fill('a=1').join('&'), PLAIN);
  expect((await fields(1100)).getAll('a')).toHaveLength(1100);
  await expect(fields(1101)).rejects.toMatchObject(notAForm);
});
