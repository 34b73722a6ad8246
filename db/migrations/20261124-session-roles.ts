import { Migration } from '@mikro-orm/migrations';

/** A session knows the role its tokens were given for: a change of role puts new ones in their place. */
export class SessionRoles extends Migration {
  override name = '20261124-session-roles';

  override up(): void {
    this.addSql('alter table "sessions" add column "role" varchar(20) null;');
    this.addSql('update sessions s set role = u.role from users u where u.id = s.account_id;');
  }
}
