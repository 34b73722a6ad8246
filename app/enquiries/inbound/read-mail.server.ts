import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer as readBuffer, text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { AddressObject, AttachmentStream, Headers, MessageText } from 'mailparser';
import { newFile, saveStream, type ReceivedFile } from '../../http/files/received-file.server.ts';
import { decodeText, storableText } from '../../http/storable-text.ts';
import { manyLines, oneLine } from '../../mail/mail-text.ts';
import { bareEmail } from '../../schemas/email.ts';
import { EMAIL_MAX } from '../../schemas/limits.ts';
import { FILE_BYTES } from '../files/enquiry-files.ts';
import { readHead } from './read-head.server.ts';
import { readReport, type DeliveryReport } from './delivery-report.ts';
import { splitAddresses } from './reply-address.server.ts';

/** All texts are storable (`storableText`). */
export interface ReadMail {
  /** Its Message-ID. This and all ids below are without brackets. */
  id: string | null;
  /** The date header as it came: the parser puts the present time in the place of one that it cannot read. */
  date: string;
  /** The Message-IDs of the last hundred mails that it answers, the latest last. */
  answers: string[];
  from: { email: string; name: string } | null;
  /** All addresses that it was sent to, in lower case. */
  recipients: string[];
  subject: string;
  text: string;
  /** A machine wrote it (RFC 3834, and the headers of mailing lists and older programs). */
  /** Whether its parts could be told apart, though `text` may be empty. */
  hasTextPart: boolean;
  isAutomatic: boolean;
  isFlaggedAsSpam: boolean;
  report: DeliveryReport | null;
  /** Attached files come before pictures in the text, such as logos. */
  files: ReceivedFile[];
}

const MOST_FILES = 20;
const REPORT_BYTES = 64 * 1024;
export const TOO_LONG = '\n\n(The text is longer: the whole of it is in the mail as it came.)';
const LINE_MAX = 300;

/** @param folder for its files; the caller deletes it @throws Error if it is no mail, or the stream breaks off */
export async function readMail(raw: Readable, folder: string): Promise<ReadMail> {
  const { MOST_TEXT, newMailParser } = await import('./mail-parser.server.ts');
  const { head, whole } = await readHead(raw);
  const isReport = /^content-type:\s*multipart\/report/im.test(head.toString('latin1'));
  const parser = newMailParser({
    defaultInlineEmbedded: true,
    ignoreEmbedded: isReport, // the embedded mail is ours
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    checksumAlgo: false,
  });
  let headers: Headers = new Map();
  parser.on('headers', (read) => (headers = read));
  let files: Awaited<ReturnType<typeof keepFile>>[] = [];
  const reports: string[] = [];
  let text = '';
  const readParts = async () => {
    for await (const part of parser as AsyncIterable<AttachmentStream | MessageText>) {
      if (part.type === 'text') {
        text += part.text ?? '';
        continue;
      }
      const isText = !part.contentType.includes('/'); // `Content-Type: text`, as some machines send
      if (isText) text += decodeText(await readBuffer(part.content));
      else if (isReport) reports.push(await readText(limitBytes(part.content, REPORT_BYTES)));
      else files.push(await keepFile(part, path.join(folder, String(files.length)), files.length < MOST_FILES));
      part.release!();
    }
  };
  await Promise.all([pipeline(whole, parser), readParts()]);
  const body = text.trim() ? undefined : files.find((file) => file.isBody && !file.isLost);
  if (body) text = decodeText(await fs.readFile(body.path));
  files = files.filter((file) => file !== body && file.type !== 'text/x-amp-html');
  const answers = ['references', 'in-reply-to'].flatMap((name) => readIds(headers.get(name))).slice(-100);
  return {
    id: readIds(headers.get('message-id'))[0] ?? null,
    date: /^date:\s*(.*)/im.exec(head.toString('latin1'))?.[1] ?? '',
    answers,
    from: findSender(headers),
    recipients: RECIPIENTS.flatMap((name) => listAddresses(headers.get(name))),
    subject: cleanLine(readFirst(headers.get('subject'))),
    text: storableText(manyLines(text.slice(0, MOST_TEXT))) + (parser.isCut || text.length > MOST_TEXT ? TOO_LONG : ''),
    hasTextPart: parser.hasTextPart,
    isAutomatic: isAutomatic(headers),
    isFlaggedAsSpam: /^yes\b/i.test(readFirst(headers.get('x-spam-flag'))),
    report: isReport ? readReport(reports.join('\n'), answers) : null,
    files: [...files.filter(({ isOfText }) => !isOfText), ...files.filter(({ isOfText }) => isOfText)],
  };
}

const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'];

async function keepFile(part: AttachmentStream, file: string, isKept: boolean) {
  const isCalendar = part.contentType === 'text/calendar';
  const given =
    part.filename ?? (isCalendar ? 'invite.ics' : part.contentType === 'message/rfc822' ? 'message.eml' : '');
  const kept = newFile(storableText(given) || 'file', part.contentType, file, isKept);
  await saveStream(limitBytes(part.content, FILE_BYTES + 1), kept, () => {});
  const shown = part.headers.get('content-disposition') as { value?: string } | undefined;
  const isBody = !given && shown?.value !== 'attachment' && /^text\/(?!rtf|x-amp)/.test(part.contentType);
  return { ...kept, isOfText: part.related === true, isBody };
}

/** Yields the first bytes of a stream, but reads it to its end. */
async function* limitBytes(stream: Readable, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}

type Value = ReturnType<Headers['get']>;
const values = (value: Value) => [value ?? []].flat();

/** The first of several headers with one name: mail servers add theirs above the others. */
const readFirst = (value: Value): string =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : '';

const cleanLine = (text: string) => storableText(oneLine(text)).slice(0, LINE_MAX).toWellFormed();

const readIds = (value: Value): string[] =>
  values(value)
    .flatMap((each) => (typeof each === 'string' ? each.split(/[\s,<>]+/) : []))
    .map(storableText)
    .filter((id) => id && id.length <= LINE_MAX * 3);

const listMailboxes = (value: Value) =>
  values(value).flatMap((each) => (typeof each === 'object' && 'value' in each ? (each as AddressObject).value : []));

const listAddresses = (value: Value): string[] => {
  const parsed = listMailboxes(value).flatMap((each) => [each, ...(each.group ?? [])]);
  const plain = values(value).filter((each) => typeof each === 'string'); // headers that are not parsed
  return [...parsed.map(({ address }) => address ?? ''), ...plain.flatMap(splitAddresses)].map((each) =>
    each.trim().toLowerCase(),
  );
};

function findSender(headers: Headers): ReadMail['from'] {
  const [author] = listMailboxes(headers.get('from')).flatMap((each) => each.group ?? each);
  if (!author?.address) return null;
  const email = bareEmail(storableText(author.address));
  if (!/^[^\s@]+@[^\s<>,;:"()[\]\\@]+$/.test(email) || email.length > EMAIL_MAX) return null;
  return { email, name: cleanLine(author.name) || email };
}

/** Subjects of out-of-office answers from older Exchange servers. */
const AWAY =
  /^(automatic reply|automatische antwort|respuesta automática|réponse automatique|resposta automática)\s?:/i;

function isAutomatic(headers: Headers): boolean {
  const submitted = readFirst(headers.get('auto-submitted'));
  const list = headers.get('list');
  return (
    (submitted !== '' && !/^no\b/i.test(submitted)) ||
    /^(bulk|list|junk)\b/i.test(readFirst(headers.get('precedence'))) ||
    (typeof list === 'object' && 'id' in list) ||
    (headers.has('x-auto-response-suppress') && AWAY.test(readFirst(headers.get('subject')))) ||
    (headers.has('return-path') && !listAddresses(headers.get('return-path')).some(Boolean))
  );
}
