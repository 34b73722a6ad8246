import { Migration } from '@mikro-orm/migrations';

/** Lets ways to reach the company be left out, such as a second phone. */
export class OptionalContacts extends Migration {
  override name = '20261125-optional-contacts';

  override up(): void {
    this.addSql('alter table "page_content" drop constraint "page_content_value_length";');
    this.addSql(`alter table "page_content" add constraint "page_content_value_length"
      check (char_length(content_value) between case content_type when 'contact' then 0 else 1 end and 10000);`);
  }
}
