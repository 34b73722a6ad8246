import { findApp } from '#db/app.ts';
import { WAITING } from '#db/entities/message.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import type { Area } from '../http/area.ts';
import { FORM_BYTES, type BodyLimit } from '../http/front-guard.server.ts';
import { log } from '../http/log.server.ts';
import type { Refusal } from '../http/refusals/refusal.ts';
import { removeOld } from '../mail/outbox-sender.server.ts';
import { mostMailedBytes, outboxFolder } from '../mail/sender.server.ts';
import { paths } from '../paths.ts';
import { limitText, MIB } from '../ui/size-text.ts';
import { updateAnswerSpeed } from './answer-speed.server.ts';
import { replyMails } from './conversation/replies.server.ts';
import { FILES_BYTES } from './files/enquiry-files.ts';
import { enquiryFilesBytes } from './files/enquiry-files.server.ts';
import { enquiryFiles, sweepEnquiryFiles } from './files/sweep-enquiry-files.server.ts';
import { followMailbox } from './inbound/imap.server.ts';
import { giveUpInbound, readInboundMail } from './inbound/inbound.server.ts';
import { sweepTaken, takeFromFolder } from './inbound/mail-folder.server.ts';
import { readMailServer } from './inbound/mail-server.server.ts';
import { HOOK_BYTES, postmarkHook } from './inbound/postmark-hook.server.ts';
import { rawMails, sweepRawMails } from './inbound/store-mail.server.ts';
import { acknowledgementMails } from './mails/acknowledgements.server.ts';
import { answerMails, notificationMails } from './mails/notifications.server.ts';
import { officeMails } from './mails/office-mails.server.ts';
import { countMessages, secondsSince, WAITS } from './message-tables.server.ts';
import { deleteOldMessages, sweepMessages } from './privacy/retention.server.ts';
import { reminderMails, remindOfWaiting } from './reminders/reminders.server.ts';
import { bringBack, returnMails } from './reminders/returns.server.ts';
import { readSettings } from '#db/settings.ts';

/** SQL: those that wait longest, read by an index, up to a limit. */
const OLDEST = `(select * from messages where ${WAITING} order by ${WAITS}, id limit 10000) as waiting`;

export const enquiries: Area = {
  mails: {
    notification: notificationMails,
    reply: replyMails,
    acknowledgement: acknowledgementMails,
    reminder: reminderMails,
    return: returnMails,
    answer: answerMails,
    office: officeMails,
    inbound: { send: readInboundMail, giveUp: giveUpInbound },
  },
  hooks: { [paths.inboundPostmark]: postmarkHook },
  sweeps: [
    sweepMessages,
    sweepOld,
    (em) => sweepEnquiryFiles(em, findApp(em).store),
    (em) => sweepRawMails(em, findApp(em)),
    (em) => removeOld(outboxFolder(findApp(em).env)),
  ],
  files: [enquiryFiles, rawMails],
  periodic: [
    { everyMs: 15_000, run: remindOfWaiting, failure: 'no reminder' },
    { everyMs: 10_000, run: updateAnswerSpeed, failure: 'speed of answers not read' },
    { everyMs: 15_000, run: bringBack, failure: 'nothing brought back that was put off' },
    { everyMs: 1000, run: takeFromFolder, failure: 'no mail taken from the folder' },
    { everyMs: 30_000, run: sweepTaken, failure: 'mails of the folder not swept' },
  ],
  work: followMailbox,
  bodyLimits: (path, { env }) => {
    if (path === paths.inboundPostmark) return hookLimit;
    const address = path.replace(/\.data$/, '');
    if (address === paths.admin.message(Number(/\d+/.exec(address))))
      return { bytes: FORM_BYTES, words: {}, withFiles: filesLimit(mostMailedBytes(env)) };
    return address === paths.contactForm ? enquiryLimit : undefined;
  },
  metrics: {
    enquiries_waiting: async (app) => (await countMessages(forkEntityManager(app))).waiting,
    enquiries_oldest_waiting_seconds: (app) => secondsSince(app, WAITS, OLDEST),
    enquiries_untold_seconds: (app) =>
      secondsSince(app, WAITS, `${OLDEST} where id in (select message_id from notifications where state = 'failed')`),
    enquiry_files_bytes: (app) => enquiryFilesBytes(forkEntityManager(app)),
    enquiry_files_limit_bytes: ({ env }) => env.ENQUIRY_FILES_MIB * 2 ** 20,
    mail_queue_oldest_seconds: (app) => secondsSince(app, 'created_at', "notifications where state = 'waiting'"),
    mailbox_unread_seconds: (app) =>
      secondsSince(app, 'reached_at', 'mailboxes where name = ?', [readMailServer(app.env)?.name ?? '']),
  },
};

async function sweepOld(em: EntityManager): Promise<void> {
  const deleted = await deleteOldMessages(em, (await readSettings(em)).retentionMonths);
  if (deleted) log.info({ deleted }, 'old enquiries deleted');
}

const hookLimit: BodyLimit = {
  bytes: HOOK_BYTES,
  words: { text: 'A mail may have at most 35 MiB.' },
  takesAnyOrigin: true,
};

/** @param more what else a sender can do @param link in place of that to the home page */
const filesLimit = (most: number, more = '', link?: Refusal['link']): BodyLimit['withFiles'] => ({
  bytes: most + MIB,
  words: {
    title: 'Your files are too large',
    text: `Nothing was sent. Go back in your browser, where your text is still in the form, and choose files of together at most ${limitText(most)}${more}.`,
    link,
  },
});

const blankForm = { href: paths.contactForm, label: 'Open a blank form' };

const enquiryLimit: BodyLimit = {
  bytes: FORM_BYTES,
  words: {
    title: 'Your message is too long',
    text: 'It was not sent. Go back in your browser, where your text is still in the form, shorten it and send it again, or call us.',
    link: blankForm,
  },
  withFiles: filesLimit(FILES_BYTES, ', or send them to us by mail', blankForm),
};
