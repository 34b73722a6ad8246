import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Texts for replies that are written again and again. */
export class SavedReplies extends Migration {
  override name = '20261222-saved-replies';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(
      `create table saved_replies ("id" serial primary key, "name" varchar(80) not null, "text" text not null, "documents" text[] not null, "version" int not null default 1);`,
    );
    this.addSql('create unique index saved_replies_name on saved_replies (lower(name));');
  }
}
