import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useActionData, useLoaderData } from '@remix-run/react';
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { jsonAnswer } from '../../forms/answer.ts';
import { markPrivate } from '../../http/context.server.ts';
import { companyDetails } from '../../content/texts/page-content.server.ts';
import { EditTexts } from '../../content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '../../content/texts/on-the-page/unsaved-texts.server.ts';
import { withErrorPrefix } from '../../forms/toasts/use-error-title.ts';
import { paths } from '../../paths.ts';
import { databaseNow } from '#db/database-clock.ts';
import { publicServices } from '../../content/services/services.server.ts';
import hook from '../../ui/site/drawings/hook.svg?raw';
import { PageBand } from '../../ui/site/page-band.tsx';
import { pageFacts } from '../../ui/site/page-facts.ts';
import { pageMeta } from '../../ui/site/page-meta.ts';
import { EnquiryForm } from './enquiry-form.tsx';
import type { EnquiryAnswer } from './form-alert.tsx';
import { readFormWithFiles } from '../files/read-form.server.ts';
import { readSent, sendEnquiry } from '../receive/send-enquiry.server.ts';
import { readReference } from '../receive/enquiry.schema.ts';
import { newFormId } from '../receive/spam.server.ts';
import { labels } from './enquiry-fields.tsx';
import { preferredContactLabel, serviceTypeLabel } from '../receive/enquiry-options.ts';
import type { Unsent } from '../../maintenance/require-site-open.server.ts';
import { ListItems } from '../../content/texts/list-items.tsx';
import { telephoneHref } from '../../ui/contact-links.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  const query = new URL(request.url).searchParams;
  const isSent = query.get('sent') === '1';
  const sent = await readSent(context.app, isSent ? request.headers.get('cookie') : null);
  if (sent.reference) markPrivate(context);
  return {
    formId: newFormId(databaseNow(context.app)),
    isSent,
    sent,
    subject: publicServices(context.app).find(({ id }) => String(id) === query.get('about'))?.title,
    hasFailed: context.hasFailed,
    texts: enquiryTexts(await textsToShow(context, request, 'contact')),
    company: companyDetails(context.app, await textsToShow(context, request, 'footer')),
  };
}

/** Only the texts of this page, since they are sent twice: in the HTML and for its scripts. */
const enquiryTexts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith('enquiry_')));

export async function action({ request, context }: ActionFunctionArgs) {
  await requirePageOpen(context, request, { unsent: () => readUnsent(context, request) });
  const sent = await readFormWithFiles(context, request);
  try {
    return await sendEnquiry(context, request, sent);
  } finally {
    await sent.discard();
  }
}

/** Leaves out files, since no page can put them back into a form. */
async function readUnsent(context: AppLoadContext, request: Request): Promise<Unsent> {
  const { form, files, discard } = await readFormWithFiles(context, request);
  await discard();
  const fields = [...Object.keys(labels), 'formId', 'website']
    .map((name): [string, string] => [name, String(form.get(name) ?? '')])
    .filter(([name, value]) => name !== 'files' && value.trim());
  const shown = new Map(fields);
  const serviceType = shown.get('serviceType');
  const preferredContact = shown.get('preferredContact');
  if (serviceType) shown.set('serviceType', serviceTypeLabel(serviceType));
  if (preferredContact) shown.set('preferredContact', preferredContactLabel(preferredContact));
  const { consent: _, files: __, ...told } = labels;
  const lines = Object.entries(told).flatMap(([name, label]) =>
    shown.has(name) ? `${label}: ${shown.get(name)}` : [],
  );
  if (files.length) lines.push(`${labels.files}, to be chosen again: ${files.map(({ name }) => name).join(', ')}`);
  return { action: paths.contactForm, fields, text: lines.join('\n') };
}

/** Shows the progress of files. A lost connection, or an answer of a proxy, is shown as a failure in the form. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  try {
    const files = (await request.clone().formData()).getAll('files');
    const hasFiles = files.some((file) => file instanceof File && file.name);
    if (!hasFiles) return await serverAction<typeof action>();
    const { withProgress } = await import('../../forms/upload-bar.tsx');
    const answer = await withProgress(request, () => serverAction<typeof action>());
    return typeof answer === 'string' ? notSent({ isStopped: answer === 'cancelled' }) : answer;
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error; // a redirect, maintenance, a refusal
    return notSent({ isStopped: false });
  }
}

/** The data that the page was last shown with. */
let shown: Awaited<ReturnType<typeof loader>> | undefined;

/** If the connection drops after the enquiry is stored, the thanks are shown anyway: they need only the cookie. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (!(error instanceof TypeError) || !shown) throw error; // a TypeError of fetch means that no answer came
    const isSent = new URL(request.url).searchParams.get('sent') === '1';
    if (!isSent) return { ...shown, isSent };
    const formId = shown.formId.replace(/^\w+/, Date.now().toString(36)); // a new id, for the next form
    return { ...shown, formId, isSent, sent: { reference: readReference(document.cookie), lost: [] } };
  }
}

/** 503, so that Remix does not load the page's data as well. */
const notSent = ({ isStopped }: { isStopped: boolean }) =>
  jsonAnswer({ result: null, isStopped, isOffline: !isStopped }, 503);

export const handle = { hydrate: true };
export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta({
    ...pageFacts.contactForm,
    titled: (title) => withErrorPrefix(title, args.matches),
    above: [['Contact', paths.contact]],
  })(args);

export default function ContactFormPage() {
  const loaded = useLoaderData<typeof loader>();
  const { formId, texts, company } = loaded;
  useEffect(() => void (shown = loaded as typeof shown), [loaded]);
  const answer = useActionData<typeof action>() as EnquiryAnswer | undefined;
  // An enquiry that was answered with 503 may be stored all the same: sent again it must be the same form.
  const sentId = answer?.result?.initialValue?.formId;
  return (
    <>
      <EditTexts of={['contact.enquiry_top']} />
      <PageBand
        title={texts.enquiry_heading ?? ''}
        intro={texts.enquiry_intro}
        above={[['Contact', paths.contact]]}
        drawing={hook}
      />
      <EditTexts of={['contact.enquiry_form', 'contact.enquiry_beside']} />
      <div className="wrap section grid gap-12 max-sm:pt-7 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] xl:gap-20">
        <EnquiryForm {...loaded} formId={typeof sentId === 'string' ? sentId : formId} answer={answer} />
        <WhatToExpect phone={company.phones[0] ?? ''} texts={texts} />
      </div>
    </>
  );
}

function WhatToExpect({ phone, texts }: { phone: string; texts: Record<string, string> }) {
  return (
    <aside aria-labelledby="what-next" className="max-lg:hidden">
      <div className="border-border sticky top-28 border-l-4 pl-7">
        <h2 className="h3">{texts.enquiry_talk_heading}</h2>
        <a href={telephoneHref(phone)} className="link font-display mt-2 inline-block py-1 text-2xl font-semibold">
          {phone}
        </a>
        <p className="text-muted mt-1">{texts.enquiry_talk_text}</p>
        <h2 id="what-next" className="h3 mt-9">
          {texts.enquiry_next_heading}
        </h2>
        <ol className="mt-3 grid max-w-[26em] list-decimal gap-2.5 pl-5">
          <ListItems of={texts.enquiry_next_steps} />
        </ol>
      </div>
    </aside>
  );
}
