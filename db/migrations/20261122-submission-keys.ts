import { Migration } from '@mikro-orm/migrations';

/** Lets the same form sent twice make one service and one document, as it makes one message. */
export class SubmissionKeys extends Migration {
  override name = '20261122-submission-keys';

  override up(): void {
    for (const table of ['services', 'pdf_documents']) {
      this.addSql(`alter table "${table}" add "submission_key" varchar(64) null;`);
      this.addSql(`alter table "${table}" add constraint "${table}_submission_key_unique" unique ("submission_key");`);
    }
  }
}
