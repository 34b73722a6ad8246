import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import { AnswerNotification, InboundMail } from '#db/entities/inbound-mail.ts';
import { Notification, type NotificationPayload } from '#db/entities/message-mail.ts';
import type { CameBy } from '#db/entities/message.ts';
import { escaped, FONT, htmlLines, htmlMail, manyLines, oneLine, shortened, WRAP } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';
import { paths } from '../../paths.ts';
import { mailPalette } from '../../schemas/colours.ts';
import { localFullDateTime } from '../../time/dates.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { showMail } from '../conversation/find-message.server.ts';
import { listEnquiryFiles } from '../files/enquiry-files.server.ts';
import { cameByText } from '../receive/enquiry-options.ts';
import { inSentence, otherParts, partLabels, partText } from '../receive/enquiry-parts.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { sendToOffice } from './office-mails.server.ts';

export const notificationMails = storedMails(Notification, {
  reads: ['message'],
  async send({ id, payload, message }, em, app, only) {
    const files = await listEnquiryFiles(em, message.id);
    const mail = enquiryMail(payload, {
      notificationId: id,
      reference: message.reference,
      link: app.env.appUrl + paths.admin.message(message.id),
      receivedAt: message.createdAt,
      files: files.map(({ name }) => name),
      kind: (await em.count(InboundMail, { message: message.id, kind: 'enquiry' })) ? 'mail' : 'form',
      logged: message.cameBy ? { cameBy: message.cameBy, by: message.loggedBy! } : null,
    });
    return sendToOffice(app, em, { ...mail, only });
  },
});

const TEXT_MAX = 60_000; // characters

export const answerMails = storedMails(AnswerNotification, {
  reads: ['mail', 'message'],
  async send({ id, mail, message }, em, app, only) {
    const first = await em.findOne(Notification, { message: message.id });
    const files = await em.find(EnquiryFile, { mail: mail.id }, { orderBy: { position: 'asc' } });
    const { name, subject, text } = mail as Required<typeof mail>;
    const told = enquiryMail(
      {
        name: name!,
        email: message.email, // replies go to the client, whoever wrote
        subject: subject!,
        message: shortened(text!, TEXT_MAX),
        ...Object.fromEntries(otherParts.map((part) => [part, message[part] ?? null])),
        phoneNumber: first?.payload.phoneNumber ?? null,
        companyName: first?.payload.companyName ?? null,
      },
      {
        notificationId: id,
        reference: message.reference,
        link: app.env.appUrl + paths.admin.message(message.id),
        receivedAt: mail.createdAt,
        waitsSince: message.waitsSince ?? message.createdAt,
        files: files.map(({ name }) => name),
        kind: 'answer',
        otherAddress: showMail(mail, message.email).otherAddress,
      },
    );
    return sendToOffice(app, em, { ...told, only, ...(first ? { follows: [{ id: first.id }] } : {}) });
  },
});

interface EnquiryMailFacts {
  notificationId: string;
  reference: string;
  link: string;
  receivedAt: Date;
  /** When the answer clock began; `receivedAt` by default. */
  waitsSince?: Date | undefined;
  files?: string[];
  kind?: 'form' | 'mail' | 'answer';
  logged?: { cameBy: CameBy; by: string } | null;
  /** The sender of an answer, if it is not the client. */
  otherAddress?: string | null;
}

const SUBJECT_LIMIT = 200;
/** With any other Reply-To some mail services refuse the mail for good. */
const ANSWERABLE = /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;
const intros = {
  form: 'A new enquiry has come in through the website.',
  mail: 'A new enquiry has come in by mail.',
  answer: 'A client has answered.',
};

/** What the visitor wrote cannot end a header line, is escaped in the HTML part, and never decides who gets the mail. */
export function enquiryMail(payload: NotificationPayload, facts: EnquiryMailFacts): Mail {
  const { waitsSince: since = facts.receivedAt } = facts;
  const fields: [label: string, value: string][] = [
    [partLabels.name, payload.name],
    [partLabels.email, partText(payload, 'email')],
    ...(facts.otherAddress ? [['From another address', facts.otherAddress] as [string, string]] : []),
    ['Phone', partText(payload, 'phoneNumber')],
    ['Company', partText(payload, 'companyName')],
    ...otherParts.map((part): [string, string] => [inSentence(partLabels[part]), partText(payload, part)]),
    [partLabels.subject, payload.subject],
    ...(facts.files?.length ? [['Files', facts.files.join(', ')] as [string, string]] : []),
    ['Received', `${localFullDateTime(facts.receivedAt)} (Trinidad & Tobago)`],
    ['Answer due', `${localFullDateTime(new Date(since.getTime() + ANSWER_MS))} (Trinidad & Tobago)`],
    ['Reference', facts.reference],
  ];
  const rows = fields.map(([label, value]): [string, string] => [label, oneLine(value)]);
  const lines = rows.map(([label, value]) => `${label}: ${value}`);
  const message = manyLines(payload.message);
  const email = oneLine(payload.email);
  const { kind = 'form', logged } = facts;
  const intro = logged
    ? `A new enquiry has come in ${cameByText(logged.cameBy)}. ${logged.by} has logged it.`
    : intros[kind];
  const what = kind === 'answer' ? 'Answer on' : 'New enquiry';
  return {
    id: facts.notificationId,
    automatic: 'generated',
    subject: shortened(`${what} ${facts.reference}: ${oneLine(payload.subject)}`, SUBJECT_LIMIT),
    replyTo: ANSWERABLE.test(email) ? email : null,
    text: [intro, '', ...lines, '', 'Message:', '', message, '', 'Read and answer it:', facts.link, ''].join('\n'),
    html: htmlPart(intro, rows, message, facts.link),
    date: facts.receivedAt,
  };
}

const LINK = `color:${mailPalette.link}`;

function htmlPart(intro: string, rows: [string, string][], message: string, link: string): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" width="130" style="width:130px;padding:4px 12px 4px 0;font-weight:bold">${label}</th>` +
      `<td valign="top" style="padding:4px 0;${WRAP}">${label === 'Phone' ? telephoneLink(value) : escaped(value)}</td></tr>`,
  );
  const body = `<p style="margin:0 0 16px">${escaped(intro)}</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;max-width:640px;table-layout:fixed;${FONT}">
${cells.join('\n')}
</table>
<p style="margin:16px 0 4px;font-weight:bold">Message</p>
<p style="margin:0;padding:12px 16px;border-left:4px solid ${mailPalette.mark};background:${mailPalette.ground};max-width:606px;${WRAP}">${htmlLines(message)}</p>
<p style="margin:20px 0 0"><a href="${escaped(link)}" style="${LINK};font-weight:bold">Read and answer it</a></p>`;
  return htmlMail('New enquiry', body);
}

function telephoneLink(phone: string): string {
  const href = telephoneHref(phone);
  return href ? `<a href="${href}" style="${LINK}">${escaped(phone)}</a>` : escaped(phone);
}
