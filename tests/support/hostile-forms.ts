import fc from 'fast-check';

/** The number of bodies for each form; more of them find rarer faults. */
export const RUNS = Number(process.env.HOSTILE_RUNS ?? 12);

export interface HostileBody {
  contentType: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/** Lets fast-check print the body as text, cut short. */
function readable({ contentType, body }: HostileBody): HostileBody {
  const text = () => `${contentType}: ${JSON.stringify(Buffer.from(body).toString('latin1').slice(0, 600))}`;
  return Object.defineProperty({ contentType, body }, fc.toStringMethod, { value: text, enumerable: false });
}

/** Every hostile value may contain it. Where `<q7` comes back in HTML, an escape is missing. */
export const UNESCAPED = /<q7/i;
const dresses = [
  '<q7 x=y>',
  '"><q7>',
  "'><q7>",
  '</script><q7>',
  '</textarea><q7>',
  '</title><q7>',
  '--><q7>',
  '<Q7/onload=a>',
];

const joined = (parts: string[]) => parts.join('');
const text = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...dresses), fc.string({ maxLength: 20 })).map(joined) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      '\r\n\r\n',
      '\u202e\u2066',
      '\ud800',
      '\udfff\ud800',
      'null',
      ...[-1, 1.5, NaN, 2 ** 31, Number.MAX_SAFE_INTEGER].map(String),
      '1e309',
      '99999999999999999999',
      "'; drop table messages; --",
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '=cmd()',
      'a@b.example\r\nBcc: c@d.example',
      'a'.repeat(30_000),
      `a${' '.repeat(60_000)}a`,
      '𝕏'.repeat(9999),
    ),
  },
);

const order = fc.oneof(
  text,
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '{',
    'null',
    '1',
    '{"type":"update"}',
    '{"type":"update","payload":null}',
    '{"type":"reset","payload":{}}',
    '{"type":"update","payload":{"value":{"__proto__":{"polluted":"yes"},"role":"admin"}}}',
    '{"type":"update","payload":{"name":"__proto__.polluted","value":"yes"}}',
    '{"type":"insert","payload":{"name":"title","index":4294967294}}',
    '{"type":"validate","payload":{}}',
  ),
);

const strangeNames = [
  '__proto__',
  'constructor',
  '__proto__.polluted',
  '__proto__[polluted]',
  'constructor.prototype.polluted',
  'a[4294967294]',
  'a[-1]',
  'a[]',
  'a.b.c.d.e.f',
  '[',
  '',
  '[0]',
  'id',
  'role',
  'is_read',
  'submission_key',
  `a${'[0]'.repeat(2000)}`,
  `a${'.b'.repeat(2000)}`,
];

type Field = [name: string, value: string | { file: string; type: string; name?: string }];

const paths = fc.constantFrom('[0]', '.x', '[__proto__]', '.__proto__.polluted', '[4294967294]', '[]', '.length');

/** Turns a string into a file for the field `file`. */
const asFile = (name: string, value: Field[1]) =>
  typeof value === 'string' && name === 'file' ? { file: value, type: 'application/pdf', name: 'a.pdf' } : value;

/** Variants of a valid form: fields changed, doubled, left out, nested and added. */
export function hostileBodies(valid: Record<string, string>): fc.Arbitrary<HostileBody> {
  const names = Object.keys(valid);
  const name = fc.oneof(
    ...(names.length
      ? [
          { weight: 4, arbitrary: fc.constantFrom(...names) },
          { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...names), paths).map(joined) },
        ]
      : []),
    { weight: 2, arbitrary: fc.constantFrom(...strangeNames) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  );
  const file = fc.record({
    file: fc.tuple(fc.constantFrom('', '%PDF-1.7 '), text).map(joined),
    type: fc.constantFrom('', 'application/pdf', 'application/pdf', 'text/html', 'x/y; charset=<q7>'),
  });
  const extra: fc.Arbitrary<Field> = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, text) },
    { weight: 1, arbitrary: fc.tuple(fc.oneof(name, fc.constant('file')), file) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('__intent__', '__state__'), order) },
  );
  const fields = fc
    .tuple(
      fc.array(extra, { maxLength: 4 }),
      fc.oneof(fc.constant(names), fc.subarray(names)),
      fc.array(fc.tuple(fc.nat(), text), { maxLength: 2 }),
    )
    .map(([extras, kept, changes]) => {
      const form: Field[] = kept.map((each) => [each, valid[each]!]);
      for (const [at, value] of changes) if (form.length) form[at % form.length]![1] = value;
      return [...form, ...extras];
    });
  const type = fc.constantFrom(
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=',
    'application/json',
    'text/plain',
    'text/x-script',
    'application/x-www-form-urlencoded; charset=utf-16',
    'a/b',
  );
  const noise = fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array(bytes));
  const mistyped = fc.tuple(type, fields).map(([contentType, form]) => ({ ...urlencoded(form), contentType }));
  return fc
    .oneof(
      { weight: 5, arbitrary: fields.map(urlencoded) },
      { weight: 3, arbitrary: fields.map(multipart) },
      { weight: 1, arbitrary: fc.record({ contentType: fc.option(type), body: noise }) },
      { weight: 1, arbitrary: mistyped },
    )
    .map(readable);
}

function urlencoded(fields: Field[]): HostileBody {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, typeof value === 'string' ? value : value.file);
  return { contentType: 'application/x-www-form-urlencoded', body: bytesOf(form.toString()) };
}

function multipart(fields: Field[]): HostileBody {
  const parts = fields.map(([name, given]) => {
    const value = asFile(name, given);
    const [content, rest] =
      typeof value === 'string'
        ? [value, '']
        : [value.file, `; filename="${value.name ?? value.file.slice(0, 40)}"\r\nContent-Type: ${value.type}`];
    return `--bound\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`;
  });
  return { contentType: 'multipart/form-data; boundary=bound', body: bytesOf(`${parts.join('')}--bound--\r\n`) };
}

const bytesOf = (content: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content, 'utf8'));
