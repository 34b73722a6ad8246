import { redirect, type AppLoadContext } from '@remix-run/node';
import { perApp, type App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { problemsOfFiles } from '../files/enquiry-files.ts';
import { addFiles, filesLimit, keepFiles, removeUnclaimed } from '../files/enquiry-files.server.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { clientAddress, cookieName, setCookie, signedCookie } from '../../http/context.server.ts';
import { log } from '../../http/log.server.ts';
import type { ReceivedForm } from '../../http/files/multipart.server.ts';
import { countHit, hasRoom, takeBackHit } from '../../http/rate-limit.server.ts';
import { paths } from '../../paths.ts';
import { enquiryKey, enquiryLimit, findSent, takeEnquiry, type From, type Outcome } from './enquiries.server.ts';
import { enquirySchema, NOT_SENT, readReference, TOO_MANY, TOO_MANY_FILES, type Enquiry } from './enquiry.schema.ts';
import type { SentEnquiry } from '../form/sent.tsx';

export async function sendEnquiry(context: AppLoadContext, request: Request, { form: typed, files }: ReceivedForm) {
  const read = { form: typed, errors: { files: problemsOfFiles(files) } };
  const form = await parseForm(context, request, enquirySchema, { read });
  if (!form.ok) return form.reply;
  const from = { key: enquiryKey(form.value, files), address: clientAddress(context), requestId: context.requestId };
  const taken = await takeOnce(context.app, form.value, from, files);
  switch (taken.outcome) {
    case 'sent':
      for (const line of await sentCookies(context.app, { lost: [], ...taken })) setCookie(context, line);
      return redirect(paths.contactFormSent, 303);
    case 'limited':
      return form.invalid({ '': [TOO_MANY] }, 429, tryAgainIn(enquiryLimit.seconds));
    case 'files limited':
      return form.invalid({ files: [TOO_MANY_FILES] }, 429, tryAgainIn(filesLimit.seconds));
    case 'failed':
      return form.invalid({ '': [NOT_SENT] }, 503, tryAgainIn(10));
  }
}

type Taken = (Outcome & { lost?: string[] }) | { outcome: 'files limited' };

/** The same form sent several times at once is handled once; all get that outcome. */
const findUnderWay = perApp('enquiries under way', () => new Map<string, Promise<Taken>>());

function takeOnce(app: App, enquiry: Enquiry, from: From, files: ReceivedForm['files']): Promise<Taken> {
  const underWay = findUnderWay(app);
  const same = underWay.get(from.key);
  if (same) return same;
  const take = (): Promise<Taken> =>
    files.length ? takeWithFiles(app, enquiry, from, files) : takeEnquiry(app, enquiry, from);
  const taken = take().finally(() => underWay.delete(from.key));
  underWay.set(from.key, taken);
  return taken;
}

/** Stores the files before the enquiry, so that a sent enquiry has them. Lost files do not stop the enquiry. */
async function takeWithFiles(app: App, enquiry: Enquiry, from: From, files: ReceivedForm['files']): Promise<Taken> {
  const { key, address, requestId } = from;
  const em = forkEntityManager(app);
  let isCounted = false;
  try {
    const before = await findSent(app, key);
    if (before?.files) return { outcome: 'sent', reference: before.reference };
    if (!before && !(await hasRoom(em, enquiryLimit, address))) return { outcome: 'limited' };
    isCounted = await countHit(em, filesLimit, address);
    if (!isCounted) return { outcome: 'files limited' };
    // After a failure files stay until the sweep, because the database may still save the enquiry.
    const { ids, lost } = await keepFiles(app, files, requestId);
    const taken = await takeEnquiry(app, enquiry, { ...from, files: ids });
    if (taken.outcome === 'limited') await removeUnclaimed(em, ids);
    if (taken.outcome !== 'sent') await takeBackHit(em, filesLimit, address);
    else if (before) await addFiles(em, before.reference, ids); // the first time none could be stored
    return { ...taken, lost };
  } catch (error) {
    log.error({ requestId, err: error }, 'enquiry could not be saved');
    if (isCounted) await takeBackHit(em, filesLimit, address).catch(() => {}); // fails if the database has failed
    return { outcome: 'failed' };
  }
}

const REFERENCE = 'reference';
const COOKIE_SECONDS = 120;
const MOST_BYTES = 1500; // a cookie holds 4096, encoded and signed

const findLostFiles = signedCookie('lost-files', COOKIE_SECONDS);

/**
 * What only this visitor may see after sending is in cookies, not in the address. The reference is readable by scripts,
 * for when the page cannot be loaded. Nothing is left of an earlier enquiry.
 */
async function sentCookies(app: App, { reference, lost }: SentEnquiry): Promise<string[]> {
  const { env } = app;
  const maxAge = reference ? COOKIE_SECONDS : 0;
  return [
    `${cookieName(env, REFERENCE)}=${reference ?? ''}; Path=/; Max-Age=${maxAge}; SameSite=Lax${env.isSecure ? '; Secure' : ''}`,
    await findLostFiles(app).serialize(lost.length ? shorten(lost) : '', lost.length ? {} : { maxAge: 0 }),
  ];
}

export async function readSent(app: App, cookies: string | null): Promise<SentEnquiry> {
  const reference = readReference(cookies ?? '', cookieName(app.env, REFERENCE));
  const lost = reference && ((await findLostFiles(app).parse(cookies)) as string[] | '' | null); // signed, so we wrote it
  return { reference, lost: lost || [] };
}

const shorten = (names: string[]): string[] =>
  Buffer.byteLength(JSON.stringify(names)) <= MOST_BYTES
    ? names
    : names.map((name) => `${name.slice(0, 20)}…${name.slice(-8)}`);
