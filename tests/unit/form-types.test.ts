import { expect, it, vi } from 'vitest';
import { parseBody } from '#app/forms/form.server.ts';

// A Content-Type must mean the same to the code that counts fields and to the code that parses them.
const part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
const many = Buffer.from(`${part.repeat(30_000)}--X--\r\n`);
const few = Buffer.from(`${part.repeat(3)}--X--\r\n`);

it.each([
  'multipart/form-data; boundary=X',
  'multipart/form-data; boundary="X"',
  'Multipart/Form-Data;BOUNDARY=X; charset=utf-8',
  'multipart/form-data; xboundary=zzz; boundary=X',
  'multipart/form-data; x="boundary=zzz"; boundary=X',
  'multipart/form-data; boundary=X; boundary=zzz',
])('thousands of fields are not taken apart, whatever stands around the boundary: %s', async (type) => {
  const takeApart = vi.spyOn(Response.prototype, 'formData');
  await expect(parseBody(many, type)).rejects.toMatchObject({ init: { status: 400 } });
  expect(takeApart).not.toHaveBeenCalled();
});

it('a form that breaks off is none', async () => {
  const half = few.subarray(0, -20);
  await expect(parseBody(half, 'multipart/form-data; boundary=X')).rejects.toMatchObject({ init: { status: 400 } });
});

it.each([
  'multipart/form-data; boundary=zzz; boundary=X',
  'multipart/form-data; boundary=zzz, multipart/form-data; boundary=X',
  'multipart/form-data; boundary="zzz, multipart/form-data; boundary=X"',
  'text/plain, multipart/form-data; boundary=X',
])('what has another boundary than it says is no form: %s', (type) =>
  expect(parseBody(few, type)).rejects.toMatchObject({ init: { status: 400 } }),
);

it.each(['multipart/form-data; boundary=X', 'multipart/form-data; xboundary=zzz; boundary=X'])(
  'a few are: %s',
  async (type) => expect((await parseBody(few, type)).getAll('a')).toEqual(['1', '1', '1']),
);

it.each(['', 'nonsense', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencodedx'])(
  'what is no form is answered so: %s',
  (type) => expect(parseBody(Buffer.from('a=1'), type)).rejects.toMatchObject({ init: { status: 400 } }),
);

it('a form is read, also with a character set after its type', async () => {
  const form = await parseBody(Buffer.from('a=1&b=%E2%82%AC'), 'application/x-www-form-urlencoded;charset=UTF-8');
  expect(Object.fromEntries(form)).toEqual({ a: '1', b: '€' });
});
