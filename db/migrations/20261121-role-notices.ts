import { Migration } from '@mikro-orm/migrations';

/** Word to all processes when somebody's role changes: open streams of the inbox end at once. */
export class RoleNotices extends Migration {
  override name = '20261121-role-notices';

  override up(): void {
    this.addSql(`create trigger users_notice after insert or update or delete or truncate on users
  for each statement execute function notice_change();`);
  }
}
