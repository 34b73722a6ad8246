import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import { createDecodeStream, decode } from 'libmime/lib/charset';
import { MailParser, type MailParserOptions, type MessageText } from 'mailparser';
import { decodeText } from '../../http/storable-text.ts';
import { htmlText, newBudget } from './html-text.ts';

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

/** What is not in the parser's types. */
interface Inner {
  tree: Node;
  hasText: boolean;
  hasHtml: boolean;
  createNode: (part: Record<'charset' | 'contentType' | 'encoding', string | false>) => { decoder: Transform };
  getTextContent: () => MessageText;
}

interface Node {
  contentType: string;
  textContent?: string;
  showMeta?: boolean; // a mail in the mail
  children: Node[];
}

/** A parser that also decodes texts whose character set is missing, unknown or wrong. Its text has all parts in order. */
export function newMailParser(options: MailParserOptions): MailParser {
  const parser = new MailParser({ ...options, Iconv: DecodedText });
  const inner = parser as unknown as Inner;
  // The parser does not give UTF-8 texts to `Iconv`, and drops bytes that are not UTF-8.
  const createNode = inner.createNode.bind(parser);
  inner.createNode = (part) => {
    if (ANY.test(part.charset || '')) part.charset = 'x-unknown';
    const node = createNode(part);
    if (part.encoding === 'base64' && /^(text|$)/.test(part.contentType || '')) passPlain(node.decoder);
    return node;
  };
  const getTextContent = inner.getTextContent.bind(parser);
  inner.getTextContent = () => {
    let left = MOST_HTML;
    const budget = newBudget();
    const read = (html: string) => {
      const part = html.slice(0, left);
      left -= part.length;
      return `\n${htmlText(part, budget)}`;
    };
    makePlain(inner.tree, read, false);
    Object.assign(inner, { hasText: true, hasHtml: false });
    return getTextContent();
  };
  return parser;
}

const MOST_HTML = 1_000_000; // characters; converting more would block the process

/** Replaces HTML by its words, or by nothing if a plain part of the same alternative has words. */
function makePlain(node: Node, read: (html: string) => string, isSaid: boolean): void {
  if (node.contentType === 'text/html') {
    node.contentType = 'text/plain';
    node.textContent &&= isSaid ? '' : read(node.textContent);
  }
  const isSaidBelow =
    (isSaid && !node.showMeta) ||
    (node.contentType === 'multipart/alternative' && node.children.some(isPlainWithWords));
  for (const child of node.children) makePlain(child, read, isSaidBelow);
}

const isPlainWithWords = ({ contentType, textContent = '' }: Node) =>
  contentType === 'text/plain' && /[^\s\p{Cf}]/u.test(textContent);

/** Lets a text that was never encoded pass through its decoder. */
function passPlain(decoder: Transform): void {
  const decode = decoder._transform.bind(decoder);
  decoder._transform = (first: Buffer, encoding, done) => {
    decoder._transform = PLAIN.test(first.toString('latin1', 0, 1000)) ? (chunk, _, next) => next(null, chunk) : decode;
    decoder._transform(first, encoding, done);
  };
}
