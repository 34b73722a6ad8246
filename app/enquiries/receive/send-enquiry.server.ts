import { perApp } from '#db/app.ts';
import { redirect, type AppLoadContext } from '@remix-run/node';
import { forkEntityManager } from '#db/orm.ts';
import { problemsOfFiles } from '../files/enquiry-files.ts';
import { addFiles, filesLimit, keepFiles, removeUnclaimed } from '../files/enquiry-files.server.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { clientAddress, setCookie } from '../../http/context.server.ts';
import { log } from '../../http/log.server.ts';
import type { ReceivedForm } from '../../http/files/multipart.server.ts';
import { countHit, hasRoom, takeBackHit } from '../../http/rate-limit.server.ts';
import { paths } from '../../paths.ts';
import { enquiryLimit, findSent, enquiryKey, takeEnquiry, type Outcome } from './enquiries.server.ts';
import { enquirySchema, NOT_SENT, TOO_MANY, TOO_MANY_FILES, type Enquiry } from './enquiry.schema.ts';
import { sentCookies } from './sent-cookies.server.ts';

export async function sendEnquiry(context: AppLoadContext, request: Request, { form: typed, files }: ReceivedForm) {
  const problems = problemsOfFiles(files);
  const errors: Record<string, string[]> = problems.length ? { files: problems } : {};
  const form = await parseForm(context, request, enquirySchema, { read: { form: typed, errors } });
  if (!form.ok) return form.reply;
  const taken = files.length ? await takeWithFiles(context, form.value, files) : await take(context, form.value);
  switch (taken.outcome) {
    case 'sent':
      for (const line of sentCookies(context.app.env, taken)) setCookie(context, line);
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
  takeEnquiry(context.app, enquiry, {
    address: clientAddress(context),
    requestId: context.requestId,
    files: files?.ids,
    given: files?.given,
  });

type Taken = (Outcome & { lost?: string[] }) | { outcome: 'files limited' };

/** The same form sent several times at once shares one outcome. */
const findUnderWay = perApp('enquiries with files', () => new Map<string, Promise<Taken>>());

function takeWithFiles(context: AppLoadContext, enquiry: Enquiry, files: ReceivedForm['files']): Promise<Taken> {
  const underWay = findUnderWay(context.app);
  const given = files.map(({ name, size }) => `${size} ${name}`);
  const key = enquiryKey(enquiry, given);
  const same = key && underWay.get(key);
  if (same) return same;
  const taken = keepAndTake(context, enquiry, files, given).finally(() => underWay.delete(key ?? ''));
  if (key) underWay.set(key, taken);
  return taken;
}

/** Stores the files first, so that a sent enquiry has them. Files that cannot be stored do not stop it. */
async function keepAndTake(
  context: AppLoadContext,
  enquiry: Enquiry,
  files: ReceivedForm['files'],
  given: string[],
): Promise<Taken> {
  const em = forkEntityManager(context.app);
  const address = clientAddress(context);
  let ids: string[] = [];
  let isCounted = false;
  const undo = async () => {
    await removeUnclaimed(em, ids);
    if (isCounted) await takeBackHit(em, filesLimit, address);
  };
  try {
    const before = await findSent(context.app, enquiry, given);
    if (before?.files) return { outcome: 'sent', reference: before.reference };
    if (!before && !(await hasRoom(em, enquiryLimit, address))) return { outcome: 'limited' };
    isCounted = await countHit(em, filesLimit, address);
    if (!isCounted) return { outcome: 'files limited' };
    const kept = await keepFiles(context.app, files, context.requestId);
    ids = kept.ids;
    const taken = await take(context, enquiry, { ids, given });
    if (taken.outcome !== 'sent') await undo();
    else if (before) await addFiles(em, before.reference, ids); // none could be kept the first time
    return { ...taken, lost: kept.lost };
  } catch (error) {
    log.error({ requestId: context.requestId, err: error }, 'enquiry could not be saved');
    await undo().catch(() => {}); // the database that failed: the sweep comes to them
    return { outcome: 'failed' };
  }
}
