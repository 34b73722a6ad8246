import { Migration } from '@mikro-orm/migrations';

/** Texts that editors look at on their pages before they save them. */
export class UnsavedTexts extends Migration {
  override name = '20261213-unsaved-texts';

  override up(): void {
    this.addSql(`
create table "unsaved_texts" ("id" serial primary key, "session_id" int not null, "page_name" text not null, "section_key" varchar(80) not null, "content_value" text not null, "made_from" int not null);
alter table "unsaved_texts" add constraint "unsaved_texts_of_session" unique ("session_id", "page_name", "section_key");
alter table "unsaved_texts" add constraint "unsaved_texts_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade;
alter table "unsaved_texts" add constraint "unsaved_texts_page_name_check" check ("page_name" in ('home', 'about', 'services', 'contact', 'footer'));
`);
  }
}
