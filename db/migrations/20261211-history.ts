import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** What services, documents and page texts were before, what was deleted lately, and files that may be replaced. */
export class History extends Migration {
  override name = '20261211-history';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
create table "revisions" ("id" serial primary key, "noun" varchar(40) not null, "item_id" int null, "at" timestamptz(3) not null default now(), "who" varchar(254) null, "act" text not null, "state" jsonb not null, "parent_id" int null, "returns_to_id" int null);
alter table "revisions" add constraint "revisions_act_check" check ("act" in ('found', 'added', 'changed', 'restored', 'undone', 'deleted', 'moved', 'marked'));
alter table "revisions" add constraint "revisions_parent_id_foreign" foreign key ("parent_id") references "revisions" ("id") on delete set null;
alter table "revisions" add constraint "revisions_returns_to_id_foreign" foreign key ("returns_to_id") references "revisions" ("id") on delete set null;
create index "revisions_parent" on "revisions" ("parent_id");
create index "revisions_returns_to" on "revisions" ("returns_to_id");
create index "revisions_of_item" on "revisions" ("noun", "item_id", "id");
create index "revisions_file" on "revisions" ((state ->> 'fileKey')) where noun = 'documents';

create table "trash" ("revision_id" int not null, "noun" varchar(40) not null, "item_id" int not null, "deleted_at" timestamptz(3) not null default now(), "row" jsonb not null, primary key ("revision_id"));
alter table "trash" add constraint "trash_item_unique" unique ("noun", "item_id");
alter table "trash" add constraint "trash_revision_id_foreign" foreign key ("revision_id") references "revisions" ("id") on update cascade on delete cascade;
create index "trash_list" on "trash" ("noun", "deleted_at", "revision_id");
create trigger trash_notice after insert or update or delete or truncate on trash
  for each statement execute function notice_change();

alter table "pdf_documents" add column "file_key" varchar(255) null;
create index "pdf_documents_file_key" on "pdf_documents" ("file_key");
`);
  }
}
