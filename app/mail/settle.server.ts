import type { EntityData, EntityName, FilterQuery } from '@mikro-orm/core';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { JobResult } from './mail-queue.server.ts';
import { KEPT, type SendResult } from './mail.ts';

/** What is kept of a mail's way. */
interface Sending {
  state: string;
  reason?: string | null;
  attempts: number;
  sentAt?: Date | null;
  failedAt?: Date | null;
}

/**
 * Writes down how a try to send a mail went.
 * @param attempt counts from 1
 * @returns what the queue is to do about it
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

/** How a mail stands of which no further try will be made by itself. */
export const givenUp = (reason: string) =>
  ({ state: 'failed', reason, failedAt: new Date() }) as const satisfies Partial<Sending>;

/** @returns what notes of a mail of an entity that no further try will be made by itself */
export const giveUpOf =
  <Mail extends Sending & { id: string }>(entity: EntityName<Mail>) =>
  async (app: App, id: string, reason: string): Promise<void> => {
    const after: Partial<Sending> = givenUp(reason);
    await forkEntityManager(app).nativeUpdate(entity, { id } as FilterQuery<Mail>, after as EntityData<Mail>);
  };
