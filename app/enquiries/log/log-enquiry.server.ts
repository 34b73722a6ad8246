import { Message } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { submissionKey } from '../../forms/form.server.ts';
import { recordMessageActivity } from '../inbox/change-messages.server.ts';
import { acknowledgeOne } from '../mails/acknowledgements.server.ts';
import { addEnquiry } from '../receive/add-enquiry.server.ts';
import { makePayload } from '../receive/enquiry-parts.ts';
import { cameByText } from '../receive/enquiry-options.ts';
import type { LoggedEnquiry } from './log-enquiry.schema.ts';

/** Stores it like an enquiry from the form, but without a check for spam. The same form sent twice is one enquiry. */
export async function logEnquiry(
  em: EntityManager,
  { formId, acknowledge, cameBy, ...enquiry }: LoggedEnquiry,
  by: Actor,
): Promise<Message> {
  const key = submissionKey(formId, { enquiry, who: by.who });
  return em.transactional(async (tx) => {
    // SQL: the second of two presses of the button waits here.
    await tx.execute('select pg_advisory_xact_lock(hashtext(?))', [key]);
    const known = key && (await tx.findOne(Message, { submissionKey: key }));
    if (known) return known;
    const message = await addEnquiry(tx, makePayload(enquiry), { submissionKey: key, cameBy, loggedBy: by.who });
    await recordMessageActivity(tx, message.id, null, by, `Logged {}, which came ${cameByText(cameBy)}`);
    if (acknowledge) await acknowledgeOne(tx, message);
    return message;
  });
}
