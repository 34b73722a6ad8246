import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import { createDecodeStream, decode } from 'libmime/lib/charset';
import { MailParser, type MailParserOptions } from 'mailparser';
import { decodeText } from '../../http/storable-text.ts';

const IN_HTML = /<meta\s[^>]{0,200}charset=["']?([\w-]+)/i;

/** Replaces `iconv`: also decodes texts that name no character set. */
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

/** Older programs name these, or none, whatever character set they use. */
const ANY = /^((us-?)?ascii|utf-?8)?$/i;

/** A parser that also decodes texts whose character set is missing, unknown or wrong. */
export function newMailParser(options: MailParserOptions): MailParser {
  const parser = new MailParser({ ...options, Iconv: DecodedText });
  // Not in its types. The parser does not give UTF-8 texts to `Iconv`, and drops bytes that are not UTF-8.
  const inner = parser as unknown as { createNode: (part: { charset: string | false }) => unknown };
  const createNode = inner.createNode.bind(parser);
  inner.createNode = (part) => {
    if (ANY.test(part.charset || '')) part.charset = 'x-unknown';
    return createNode(part);
  };
  return parser;
}
