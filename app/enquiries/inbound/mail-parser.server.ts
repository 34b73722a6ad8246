import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import { createDecodeStream, decode } from 'libmime/lib/charset';
import { MailParser, type MailParserOptions } from 'mailparser';
import { decodeText } from '../../http/storable-text.ts';

const IN_HTML = /<meta\s[^>]{0,200}charset=["']?([\w-]+)/i;

/** Replaces `iconv`: also decodes texts that name no character set. */
class DecodedText extends Transform {
  constructor(named: string) {
    const chunks: Buffer[] = [];
    super({
      transform(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
      flush(done) {
        const bytes = Buffer.concat(chunks);
        const inside = isUtf8(bytes) ? null : IN_HTML.exec(bytes.toString('latin1', 0, 2000))?.[1];
        const charset = [named, inside].find((name) => name && createDecodeStream(name).supported);
        done(null, charset ? decode(bytes, charset) : decodeText(bytes));
      },
    });
  }
}

/** Older programs name these, or none, whatever character set they use. */
const ANY = /^((us-?)?ascii|utf-?8)?$/i;

/** A text whose first line is no base64, since it has other characters, or several words. */
const PLAIN = /^\s*(?=\S)[\w+/=]*(?![\w+/=])[ \t]*\S/;
type Part = Record<'charset' | 'contentType' | 'encoding', string | false>;

/** A parser that also decodes texts whose character set is missing, unknown or wrong. */
export function newMailParser(options: MailParserOptions): MailParser {
  const parser = new MailParser({ ...options, Iconv: DecodedText });
  // Not in its types. The parser does not give UTF-8 texts to `Iconv`, and drops bytes that are not UTF-8.
  const inner = parser as unknown as { createNode: (part: Part) => { decoder: Transform } };
  const createNode = inner.createNode.bind(parser);
  inner.createNode = (part) => {
    if (ANY.test(part.charset || '')) part.charset = 'x-unknown';
    const node = createNode(part);
    if (part.encoding === 'base64' && /^(text|$)/.test(part.contentType || '')) passPlain(node.decoder);
    return node;
  };
  return parser;
}

/** Lets a text that was never encoded pass through its decoder. */
function passPlain(decoder: Transform): void {
  const decode = decoder._transform.bind(decoder);
  decoder._transform = (first: Buffer, encoding, done) => {
    decoder._transform = PLAIN.test(first.toString('latin1', 0, 1000)) ? (chunk, _, next) => next(null, chunk) : decode;
    decoder._transform(first, encoding, done);
  };
}
