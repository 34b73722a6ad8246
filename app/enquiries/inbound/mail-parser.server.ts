import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import { createDecodeStream, decode } from 'libmime/lib/charset';
import { MailParser, type MailParserOptions } from 'mailparser';
import { decodeText } from '../../http/storable-text.ts';

const IN_HTML = /<meta\s[^>]{0,200}charset=["']?([\w-]+)/i;

/** In place of `iconv`: decodes also where no character set is named. */
class DecodedText extends Transform {
  readonly #chunks: Buffer[] = [];
  readonly #charset: string;

  constructor(charset: string) {
    super();
    this.#charset = charset;
  }

  override _transform(chunk: Buffer, _: unknown, done: TransformCallback): void {
    this.#chunks.push(chunk);
    done();
  }

  override _flush(done: TransformCallback): void {
    const bytes = Buffer.concat(this.#chunks);
    const inside = isUtf8(bytes) ? null : IN_HTML.exec(bytes.toString('latin1', 0, 2000))?.[1];
    const charset = [this.#charset, inside].find((name) => name && createDecodeStream(name).supported);
    done(null, charset ? decode(bytes, charset) : decodeText(bytes));
  }
}

/** Older programs name these, or none, whatever they write. */
const ANY = /^((us-?)?ascii|utf-?8)?$/i;

/** A parser that keeps the letters of texts whose character set is missing, unknown or wrong. */
export function newMailParser(options: MailParserOptions): MailParser {
  const parser = new MailParser({ ...options, Iconv: DecodedText });
  // Not in its types. Texts in UTF-8 are not given to `Iconv`, and lose what is no UTF-8.
  const inner = parser as unknown as { createNode: (part: { charset: string | false }) => unknown };
  const createNode = inner.createNode.bind(parser);
  inner.createNode = (part) => {
    if (ANY.test(part.charset || '')) part.charset = 'x-unknown';
    return createNode(part);
  };
  return parser;
}
