import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Projects, and what editors have typed of one and look at before they save it. */
export class Projects extends Migration {
  override name = '20261223-projects';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
create table "projects" ("id" serial primary key, "slug" varchar(100) not null, "title" text not null, "place" text not null default '', "sector" text not null default '', "month" varchar(7) not null default '', "content" text not null default '', "figures" text not null default '', "client" text not null default '', "pictures" jsonb not null default '[]', "status" text not null default 'draft', "publish_from" varchar(19) not null default '', "publish_until" varchar(19) not null default '', "display_order" int not null, "version" int not null default 1, "created_at" timestamptz(3) not null default now(), "submission_key" varchar(64) null);
alter table "projects" add constraint "projects_slug_unique" unique ("slug");
alter table "projects" add constraint "projects_submission_key_unique" unique ("submission_key");
alter table "projects" add constraint "projects_status_check" check ("status" in ('draft', 'published'));
create index "projects_display_order" on "projects" ("display_order", "id");
create trigger projects_notice after insert or update or delete or truncate on projects
  for each statement execute function notice_change();

alter table "unsaved_texts" drop constraint "unsaved_texts_page_name_check";
alter table "unsaved_texts" add constraint "unsaved_texts_page_name_check" check ("page_name" in ('home', 'about', 'services', 'contact', 'footer', 'projects'));
`);
  }
}
