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
  createNode: (part: Record<'charset' | 'contentType' | 'encoding', string | false>) => Node & { decoder?: Transform };
  getTextContent: () => MessageText;
}

interface Node {
  contentType: string;
  isAttachment?: boolean;
  isCut?: boolean; // ours
  textContent?: string;
  showMeta?: boolean; // a mail in the mail
  children: Node[];
}

/** A parser that also decodes texts whose character set is missing, unknown or wrong. Its text has all parts in order. */
export function newMailParser(options: MailParserOptions): MailParser & { isCut: boolean; hasTextPart: boolean } {
  const parser = Object.assign(new MailParser({ ...options, Iconv: DecodedText }), {
    isCut: false,
    hasTextPart: false,
  });
  const inner = parser as unknown as Inner;
  const plainLeft = { bytes: MOST_TEXT };
  const htmlLeft = { bytes: MOST_TEXT };
  // The parser does not give UTF-8 texts to `Iconv`, and drops bytes that are not UTF-8.
  const createNode = inner.createNode.bind(parser);
  inner.createNode = (part) => {
    if (ANY.test(part.charset || '')) part.charset = 'x-unknown';
    const node = createNode(part);
    parser.hasTextPart ||= !node.isAttachment && /^text\b/.test(node.contentType);
    const { decoder } = node;
    if (!decoder) return node;
    const isHtml = node.contentType === 'text/html';
    if (!node.isAttachment || !`${node.contentType}`.includes('/'))
      limitText(decoder, isHtml ? htmlLeft : plainLeft, () => ((isHtml ? node : parser).isCut = true));
    if (part.encoding === 'quoted-printable') decodeLines(decoder);
    if (part.encoding === 'base64' && /^(text|$)/.test(part.contentType || '')) passPlain(decoder);
    return node;
  };
  const getTextContent = inner.getTextContent.bind(parser);
  inner.getTextContent = () => {
    let left = MOST_HTML;
    const budget = newBudget();
    const read = ({ textContent: html = '', isCut = false }: Node) => {
      const part = html.slice(0, left);
      left -= part.length;
      parser.isCut ||= isCut || part.length < html.length;
      return html && `\n${htmlText(part, budget)}`;
    };
    makePlain(inner.tree, read, false);
    Object.assign(inner, { hasText: true, hasHtml: false });
    return getTextContent();
  };
  return parser;
}

export const MOST_TEXT = 4_000_000; // bytes
const MOST_HTML = 1_000_000; // characters; converting more would block the process

/** Replaces HTML by its words, or by nothing if a plain part of the same alternative has words. */
function makePlain(node: Node, read: (html: Node) => string, isSaid: boolean): void {
  if (node.contentType === 'text/html') {
    node.contentType = 'text/plain';
    node.textContent = isSaid ? '' : read(node);
  }
  const isSaidBelow =
    (isSaid && !node.showMeta) ||
    (node.contentType === 'multipart/alternative' && node.children.some(isPlainWithWords));
  for (const child of node.children) makePlain(child, read, isSaidBelow);
}

const isPlainWithWords = ({ contentType, textContent = '' }: Node) =>
  contentType === 'text/plain' && /[^\s\p{Cf}]/u.test(textContent);

/** Cuts a text before it is decoded: decoders and parser hold it whole, in far more memory. */
function limitText(decoder: Transform, left: { bytes: number }, onCut: () => void): void {
  const write = decoder.write.bind(decoder);
  decoder.write = (chunk: Buffer) => {
    const kept = chunk.subarray(0, left.bytes);
    left.bytes -= kept.length;
    if (kept.length < chunk.length) onCut();
    return !kept.length || write(kept);
  };
}

const MOST_HELD = 1_000_000; // bytes without the end of a line

/** Decodes line by line: by itself the decoder of quoted-printable holds the whole, in far more memory. */
function decodeLines(decoder: Transform): void {
  const [hold, decode] = [decoder._transform.bind(decoder), decoder._flush.bind(decoder)];
  let held = 0;
  decoder._transform = (chunk: Buffer, encoding, done) => {
    held += chunk.length;
    const end = held > MOST_HELD ? chunk.length : chunk.lastIndexOf('\n') + 1;
    if (!end) return hold(chunk, encoding, done);
    held = chunk.length - end;
    hold(chunk.subarray(0, end), encoding, () => decode(() => hold(chunk.subarray(end), encoding, done)));
  };
}

/** Lets a text that was never encoded pass through its decoder. */
function passPlain(decoder: Transform): void {
  const decode = decoder._transform.bind(decoder);
  decoder._transform = (first: Buffer, encoding, done) => {
    decoder._transform = PLAIN.test(first.toString('latin1', 0, 1000)) ? (chunk, _, next) => next(null, chunk) : decode;
    decoder._transform(first, encoding, done);
  };
}
