import { Migration } from '@mikro-orm/migrations';

/** Page texts that are pictures; those and plain texts may be empty. */
export class Pictures extends Migration {
  override name = '20261213-pictures';

  override up(): void {
    this.addSql(`
alter table "page_content" drop constraint "page_content_content_type_check";
alter table "page_content" add constraint "page_content_content_type_check" check ("content_type" in ('heading', 'text', 'html', 'button', 'list', 'contact', 'picture'));
alter table "page_content" drop constraint "page_content_value_length";
alter table "page_content" add constraint "page_content_value_length"
  check (char_length(content_value) between case when content_type in ('contact', 'text', 'picture') then 0 else 1 end and 10000);
`);
  }
}
