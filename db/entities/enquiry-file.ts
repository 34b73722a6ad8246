import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { InboundMail } from './inbound-mail.ts';
import { Reply } from './message-mail.ts';
import { Message } from './message.ts';

/** Kinds of drawings and photos, by signature; `tnef` is Outlook's winmail.dat, in mails only. */
export const fileKinds = ['pdf', 'jpeg', 'png', 'webp', 'heic', 'tnef'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * A drawing or photo of an enquiry; the document store keeps it under `enquiry-` and its id. The row is written before its
 * file and deleted after it. The sweep removes rows without an enquiry.
 */
export const EnquiryFile = defineEntity({
  name: 'EnquiryFile',
  tableName: 'enquiry_files',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    message: () => p.manyToOne(Message).nullable().deleteRule('set null').index('enquiry_files_message'),
    mail: () => p.manyToOne(InboundMail).nullable().deleteRule('set null').index('enquiry_files_mail'), // arrived with it
    reply: () => p.manyToOne(Reply).nullable().deleteRule('set null').index('enquiry_files_reply'), // leaves with it
    position: p.smallint(),
    name: p.text(),
    kind: p.enum(fileKinds),
    sizeBytes: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type EnquiryFile = InferEntity<typeof EnquiryFile>;
