import { Migration } from '@mikro-orm/migrations';

/** Whether an account still has the password that the first start has printed. */
export class FirstPasswords extends Migration {
  override name = '20261205-first-passwords';

  override up(): void {
    this.addSql('alter table "accounts" add column "has_first_password" boolean not null default false;');
  }
}
