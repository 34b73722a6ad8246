import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Drawings and photos that come with enquiries. */
export class EnquiryFiles extends Migration {
  override name = '20261202-enquiry-files';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
create table "enquiry_files" ("id" uuid not null default gen_random_uuid(), "message_id" int null, "position" smallint not null, "name" text not null, "kind" text not null, "size_bytes" int not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "enquiry_files_message" on "enquiry_files" ("message_id");
alter table "enquiry_files" add constraint "enquiry_files_kind_check" check ("kind" in ('pdf', 'jpeg', 'png', 'webp', 'heic'));
alter table "enquiry_files" add constraint "enquiry_files_message_id_foreign" foreign key ("message_id") references "messages" ("id") on delete set null;
`);
  }
}
