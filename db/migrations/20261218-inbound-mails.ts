import { Migration } from '@mikro-orm/migrations';
import { indexInUse, withShortLocks } from './short-locks.ts';

const LOG = 'alter table activities';
const FILES = 'alter table enquiry_files';

/** Mails that come in, the clock that they start again, and files and documents that go out with replies. */
export class InboundMails extends Migration {
  override name = '20261218-inbound-mails';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      withShortLocks(`alter table messages add column if not exists waits_since timestamptz(3) null,
    add column if not exists first_answered_at timestamptz(3) null, add column if not exists reply_token varchar(32) null;
  alter table replies add column if not exists documents text[] null;
  alter table settings add column if not exists mail_to text null;
  ${LOG} drop constraint if exists activities_act_check;
  ${LOG} add constraint activities_act_check check (act in ('read', 'answered', 'reopened', 'note', 'reply', 'spam', 'not-spam', 'trashed', 'restored', 'undone', 'client-answer', 'automatic-answer', 'not-delivered')) not valid;`),
    );
    this.addSql(`${LOG} validate constraint activities_act_check;`);
    this.addSql(withShortLocks(`if to_regclass('mailboxes') is null then ${TABLES} end if;`));
    for (const sql of [
      ...indexInUse(
        'messages_waits',
        'index',
        "messages (coalesce(waits_since, created_at), id) where folder = 'inbox' and answered_at is null",
      ),
      ...indexInUse('messages_reply_token', 'unique index', 'messages (reply_token) where reply_token is not null'),
    ])
      this.addSql(sql);
  }
}

const TABLES = `
create table mailboxes ("name" text not null, "uid_validity" bigint null, "last_uid" bigint not null default '0', "since" timestamptz(3) null, "reached_at" timestamptz(3) null, "reason" text null, "held_by" uuid null, "held_until" timestamptz(3) null, primary key ("name"));
create table round_trips ("id" uuid not null, "sent_at" timestamptz(3) not null default now(), "back_at" timestamptz(3) null, "reason" text null, primary key ("id"));
create table inbound_mails ("id" uuid not null, "state" text not null default 'waiting', "reason" text null, "way" text not null, "created_at" timestamptz(3) not null default now(), "failed_at" timestamptz(3) null, "raw_bytes" int null, "sent_to" text null, "kind" text null, "message_id" int null, "activity_id" int null, "words_key" varchar(64) null, "name" text null, "email" text null, "subject" text null, "text" text null, "header_id" text null, "mentions" text null, "left_out" text[] null, primary key ("id"),
  constraint inbound_mails_words_key_unique unique (words_key),
  constraint inbound_mails_state_check check (state in ('waiting', 'read', 'failed')),
  constraint inbound_mails_way_check check (way in ('folder', 'imap', 'postmark')),
  constraint inbound_mails_kind_check check (kind in ('enquiry', 'answer', 'automatic', 'report')),
  constraint inbound_mails_message_id_foreign foreign key (message_id) references messages (id) on delete cascade,
  constraint inbound_mails_activity_id_foreign foreign key (activity_id) references activities (id) on delete set null);
create index inbound_mails_message on inbound_mails (message_id);
create index inbound_mails_activity on inbound_mails (activity_id);
create index inbound_mails_unread on inbound_mails (created_at) where state <> 'read';
create index inbound_mails_email on inbound_mails (lower(email));
create index inbound_mails_raw on inbound_mails (created_at) where raw_bytes is not null;
create table answer_notifications ("id" uuid not null default gen_random_uuid(), "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, "failed_at" timestamptz(3) null, "mail_id" uuid not null, "message_id" int not null, primary key ("id"),
  constraint answer_notifications_mail_unique unique (mail_id),
  constraint answer_notifications_state_check check (state in ('waiting', 'sent', 'failed')),
  constraint answer_notifications_mail_id_foreign foreign key (mail_id) references inbound_mails (id) on delete cascade,
  constraint answer_notifications_message_id_foreign foreign key (message_id) references messages (id) on delete cascade);
create index answer_notifications_message on answer_notifications (message_id);
create index answer_notifications_waiting on answer_notifications (created_at) where state = 'waiting';
${FILES} drop constraint enquiry_files_kind_check;
${FILES} add column mail_id uuid null, add column reply_id uuid null;
${FILES} add constraint enquiry_files_kind_check check (kind in ('pdf', 'jpeg', 'png', 'webp', 'heic', 'tnef'));
${FILES} add constraint enquiry_files_mail_id_foreign foreign key (mail_id) references inbound_mails (id) on delete set null;
${FILES} add constraint enquiry_files_reply_id_foreign foreign key (reply_id) references replies (id) on delete set null;
create index enquiry_files_mail on enquiry_files (mail_id);
create index enquiry_files_reply on enquiry_files (reply_id);
`;
