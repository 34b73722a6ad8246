import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** What editors say of a project to search engines and where it is shared. */
export class FoundProjects extends Migration {
  override name = '20261231-found-projects';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(
      `alter table projects add column seo_title text not null default '', add column seo_description text not null default '',
       add column seo_picture varchar(100) not null default '';`,
    );
  }
}
