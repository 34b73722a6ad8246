import type { EntityData, EntityName, FilterQuery } from '@mikro-orm/core';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { JobResult } from './mail-queue.server.ts';
import { KEPT, type SendResult } from './mail.ts';

interface Sending {
  state: string;
  reason?: string | null;
  attempts: number;
  sentAt?: Date | null;
  failedAt?: Date | null;
}

/**
 * Stores the outcome of a try.
 * @param attempt counts from 1
 * @returns what the queue does next
 */
export function settle(mail: Sending, attempt: number, result: SendResult): JobResult {
  mail.attempts = attempt;
  switch (result.outcome) {
    case 'sent':
      Object.assign(mail, {
        state: 'sent',
        reason: result.isKept ? KEPT : null,
        sentAt: new Date(),
      } satisfies Partial<Sending>);
      return 'done';
    case 'retry':
      mail.reason = result.reason;
      return { retry: result.reason };
    case 'refused':
      Object.assign(mail, givenUp(result.reason));
      return { park: result.reason };
  }
}

/** The state of a mail that is not tried any more. */
export const givenUp = (reason: string) =>
  ({ state: 'failed', reason, failedAt: new Date() }) as const satisfies Partial<Sending>;

/** @returns a function that stores that state for mails of an entity */
export const giveUpOf =
  <Mail extends Sending & { id: string }>(entity: EntityName<Mail>) =>
  async (app: App, id: string, reason: string): Promise<void> => {
    const after: Partial<Sending> = givenUp(reason);
    await forkEntityManager(app).nativeUpdate(entity, { id } as FilterQuery<Mail>, after as EntityData<Mail>);
  };
