import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { SubmissionResult } from '@conform-to/react';
import { clientAddress, markPrivate, setCookie } from '../http/context.server.ts';
import { readForm } from '../forms/form.server.ts';
import { parseForm, tryAgainIn } from '../forms/parse-form.server.ts';
import { requireSiteOpen, type Unsent } from '../maintenance/require-site-open.server.ts';
import { companyDetails } from '../page-content/page-content.server.ts';
import { titleOf } from '../notices/title.ts';
import { paths } from '../paths.ts';
import { publicServices } from '../services/services.server.ts';
import { HookDrawing } from '../site/hook-drawing.tsx';
import { PageBand } from '../site/page-band.tsx';
import { pageMeta } from '../site/page-meta.ts';
import { enquiryLimit, takeEnquiry } from './enquiries.server.ts';
import { labels } from './enquiry-fields.tsx';
import { EnquiryForm } from './enquiry-form.tsx';
import { preferredContactLabel, serviceTypeLabel } from './enquiry-options.ts';
import { enquirySchema, NOT_SENT, TOO_MANY } from './enquiry.schema.ts';
import { referenceCookie, referenceIn } from './reference-cookie.server.ts';
import { newFormId } from './spam.server.ts';
import { WhatToExpect } from './what-to-expect.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSiteOpen();
  const query = new URL(request.url).searchParams;
  const isSent = query.get('sent') === '1';
  const reference = isSent ? referenceIn(request.headers.get('cookie')) : null;
  if (reference) markPrivate(context);
  return {
    formId: newFormId(),
    isSent,
    reference,
    subject: publicServices().find(({ id }) => String(id) === query.get('about'))?.title,
    hasFailed: context.hasFailed,
    company: companyDetails(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSiteOpen(() => readUnsent(request));
  const form = await parseForm(context, request, enquirySchema);
  if (!form.ok) return form.reply;
  const taken = context.enquiryOutcome ?? (await takeEnquiry(form.value, clientAddress(context), context.requestId));
  if (taken.outcome !== 'sent')
    return taken.outcome === 'limited'
      ? form.invalid({ '': [TOO_MANY] }, 429, tryAgainIn(enquiryLimit.seconds))
      : form.invalid({ '': [NOT_SENT] }, 503, tryAgainIn(10));
  if (taken.reference) setCookie(context, referenceCookie(taken.reference));
  return redirect(paths.contactFormSent, 303);
}

/** A lost connection, or an answer that is none of ours, is shown in the form like any other failure to send. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error; // a redirect, maintenance, a refusal
    // a 503, so that the page's data is not asked for as well; Remix overlooks the status of data() here
    return Response.json({ result: null, isOffline: true }, { status: 503 });
  }
}

export const handle = { hydrate: true };
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    path: paths.contactForm,
    title: titleOf('Get In Touch', matches),
    description:
      'Tell us about your lift. We answer every enquiry about rigging, lift planning, training and inspection within 24 hours.',
    trail: [
      ['Contact', paths.contact],
      ['Get In Touch', paths.contactForm],
    ],
  });

export default function ContactFormPage() {
  const { formId, isSent, reference, subject, company } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as
    { result: SubmissionResult<string[]> | null; isOffline?: true } | undefined;
  // What was answered 503 may be stored all the same: sent again it has to be the same form, or it would be two messages.
  const sentId = answer?.result?.initialValue?.formId;
  return (
    <>
      <PageBand
        title="Get In Touch"
        intro="Tell us what you have to lift, where and by when. We answer within 24 hours."
        above={[['Contact', paths.contact]]}
        drawing={<HookDrawing />}
      />
      <div className="wrap section grid gap-12 max-sm:pt-7 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] xl:gap-20">
        <EnquiryForm
          formId={typeof sentId === 'string' ? sentId : formId}
          isSent={isSent}
          reference={reference}
          lastResult={answer?.result ?? null}
          isOffline={answer?.isOffline === true}
          subject={subject}
          company={company}
        />
        <WhatToExpect phone={company.phones[0] ?? ''} />
      </div>
    </>
  );
}

/** What a visitor sent during maintenance. */
async function readUnsent(request: Request): Promise<Unsent> {
  const form = await readForm(request);
  const names = [...Object.keys(labels), 'formId', 'website'];
  const fields = names
    .map((name): [string, string] => [name, String(form.get(name) ?? '')])
    .filter(([, value]) => value.trim());
  const shown = new Map(fields);
  const serviceType = shown.get('serviceType');
  const preferredContact = shown.get('preferredContact');
  if (serviceType) shown.set('serviceType', serviceTypeLabel(serviceType));
  if (preferredContact) shown.set('preferredContact', preferredContactLabel(preferredContact));
  const { consent: _, ...told } = labels;
  const lines = Object.entries(told).flatMap(([name, label]) =>
    shown.has(name) ? `${label}: ${shown.get(name)}` : [],
  );
  return { action: paths.contactForm, fields, text: lines.join('\n') };
}
