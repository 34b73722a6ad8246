import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Whether the contact page says how fast enquiries are answered; the name and the keys of an account. */
export class AnswerSpeedAndKeys extends Migration {
  override name = '20261226-answer-speed-and-keys';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql('alter table settings add column say_speed boolean not null default false;');
    this.addSql(
      'alter table accounts add column name varchar(100) null, add column has_keys boolean not null default true;',
    );
  }
}
