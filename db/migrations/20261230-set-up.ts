import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** What of the set-up is not for this site, and which mail service a test was sent through. */
export class SetUp extends Migration {
  override name = '20261230-set-up';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql('alter table settings add column "not_for_us" text[] null, add column "mail_tested" text null;');
  }
}
