import { redirect, type AppLoadContext } from '@remix-run/node';
import { forkEntityManager } from '#db/orm.ts';
import { problemsOfFiles } from '../enquiry-files/enquiry-files.ts';
import { addFiles, filesLimit, keepFiles } from '../enquiry-files/enquiry-files.server.ts';
import { parseForm, tryAgainIn } from '../forms/parse-form.server.ts';
import { clientAddress, setCookie } from '../http/context.server.ts';
import { log } from '../http/log.server.ts';
import type { ReceivedForm } from '../http/files/multipart.server.ts';
import { countHit, takeBackHit } from '../http/rate-limit.server.ts';
import { paths } from '../paths.ts';
import { enquiryLimit, findSent, takeEnquiry, type Outcome } from './enquiries.server.ts';
import { enquirySchema, NOT_SENT, TOO_MANY, TOO_MANY_FILES, type Enquiry } from './enquiry.schema.ts';
import { sentCookies } from './sent-cookies.server.ts';

/** Judges and saves what a visitor sent; the answer of the contact form's action. */
export async function sendEnquiry(context: AppLoadContext, request: Request, { form: typed, files }: ReceivedForm) {
  const problems = problemsOfFiles(files);
  const errors: Record<string, string[]> = problems.length ? { files: problems } : {};
  const form = await parseForm(context, request, enquirySchema, { read: { form: typed, errors } });
  if (!form.ok) return form.reply;
  // Without files it was taken before Remix, and is here only because it was not sent: `enquiryBeforeRemix`.
  const taken =
    context.enquiryOutcome ??
    (files.length ? await takeWithFiles(context, form.value, files) : await take(context, form.value));
  switch (taken.outcome) {
    case 'sent':
      for (const line of sentCookies(taken)) setCookie(context, line);
      return redirect(paths.contactFormSent, 303);
    case 'limited':
      return form.invalid({ '': [TOO_MANY] }, 429, tryAgainIn(enquiryLimit.seconds));
    case 'files limited':
      return form.invalid({ files: [TOO_MANY_FILES] }, 429, tryAgainIn(filesLimit.seconds));
    case 'failed':
      return form.invalid({ '': [NOT_SENT] }, 503, tryAgainIn(10));
  }
}

const take = (context: AppLoadContext, enquiry: Enquiry, files?: { ids: string[]; given: string[] }) =>
  takeEnquiry(enquiry, {
    address: clientAddress(context),
    requestId: context.requestId,
    files: files?.ids,
    given: files?.given,
  });

/** The files first: an enquiry that was said to be sent has them. Those that cannot be kept do not stop it. */
async function takeWithFiles(
  context: AppLoadContext,
  enquiry: Enquiry,
  files: ReceivedForm['files'],
): Promise<(Outcome & { lost?: string[] }) | { outcome: 'files limited' }> {
  const em = forkEntityManager();
  const address = clientAddress(context);
  const given = files.map(({ name, size }) => `${size} ${name}`);
  let isCounted = false;
  try {
    const before = await findSent(enquiry, given);
    if (before?.files) return { outcome: 'sent', reference: before.reference };
    isCounted = await countHit(em, filesLimit, address);
    if (!isCounted) return { outcome: 'files limited' };
    const kept = await keepFiles(files, context.requestId);
    const taken = await take(context, enquiry, { ids: kept.ids, given });
    if (taken.outcome !== 'sent') await takeBackHit(em, filesLimit, address);
    else if (before) await addFiles(em, before.reference, kept.ids); // none could be kept the first time
    return { ...taken, lost: kept.lost };
  } catch (error) {
    log.error({ requestId: context.requestId, err: error }, 'enquiry could not be saved');
    if (isCounted) await takeBackHit(em, filesLimit, address).catch(() => {}); // the database that failed
    return { outcome: 'failed' };
  }
}
