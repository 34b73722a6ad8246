import { Migration } from '@mikro-orm/migrations';

/** Finds the notifications that wait without reading those of years. */
export class WaitingNotifications extends Migration {
  override name = '20261121-waiting-notifications';

  override up(): void {
    this.addSql(`create index notifications_waiting on notifications (created_at) where state = 'waiting';`);
  }
}
