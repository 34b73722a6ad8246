import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Enquiries that staff log, of people who may have no email address, and notes about calls and visits. */
export class CallsAndVisits extends Migration {
  override name = '20261221-calls-and-visits';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql('alter table messages add column came_by varchar(20) null, add column logged_by varchar(254) null;');
    this.addSql('alter table notes add column contact varchar(10) null, add column contact_at timestamptz(3) null;');
  }
}
