import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Until when documents are valid, and mails to the office that are about no enquiry. */
export class LapsingDocuments extends Migration {
  override name = '20261227-lapsing-documents';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
alter table pdf_documents add column "issuer" text null, add column "number" text null, add column "valid_until" date null, add column "when_lapsed" text null, add column "lapses_told" text[] null;
alter table pdf_documents add constraint pdf_documents_when_lapsed_check check (when_lapsed in ('hide'));
create table office_mails ("id" uuid not null default gen_random_uuid(), "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, "failed_at" timestamptz(3) null, "subject" text not null, "parts" jsonb not null, primary key ("id"), constraint office_mails_state_check check (state in ('waiting', 'sent', 'failed')));
`);
  }
}
