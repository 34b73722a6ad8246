import { randomUUID } from 'node:crypto';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { SubmissionResult } from '@conform-to/react';
import { clientAddress } from '../http/context.server.ts';
import { hasFailed, markFailed } from '../http/form-failed.server.ts';
import { parseForm, readForm } from '../http/form.server.ts';
import { openSite } from '../maintenance/open-site.server.ts';
import { companyDetails } from '../page-content/page-content.server.ts';
import { paths } from '../paths.ts';
import { PageBand } from '../site/page-band.tsx';
import { pageMeta } from '../site/page-meta.ts';
import { enquiryLimit, takeEnquiry } from './enquiries.server.ts';
import { EnquiryForm } from './enquiry-form.tsx';
import { enquirySchema, NOT_SENT, TOO_MANY } from './enquiry.schema.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await openSite();
  return {
    formId: randomUUID(),
    isSent: new URL(request.url).searchParams.get('sent') === '1',
    hasFailed: hasFailed(context),
    company: companyDetails(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await openSite(() => readUnsent(request));
  const parsed = await parseForm(request, enquirySchema);
  if (!parsed.ok) {
    markFailed(context);
    return parsed.reply;
  }
  const refuse = (text: string, status: number, retryAfter: number) => {
    markFailed(context);
    const result = parsed.submission.reply({ formErrors: [text] });
    return data({ result }, { status, headers: { 'Retry-After': String(retryAfter) } });
  };
  const outcome =
    context.enquiryOutcome ?? (await takeEnquiry(parsed.value, clientAddress(context), context.requestId));
  if (outcome === 'limited') return refuse(TOO_MANY, 429, enquiryLimit.seconds);
  if (outcome === 'failed') return refuse(NOT_SENT, 503, 10);
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

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta({
    matches,
    path: paths.contactForm,
    title: `${loaded?.hasFailed ? 'Error: ' : ''}Get In Touch`,
    description:
      'Tell us about your lift. We answer every enquiry about rigging, lift planning, training and inspection within 24 hours.',
    trail: [
      ['Contact', paths.contact],
      ['Get In Touch', paths.contactForm],
    ],
  });

export default function ContactFormPage() {
  const { formId, isSent, company } = useLoaderData<typeof loader>();
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
        drawing="hook"
      />
      <div className="wrap section">
        <EnquiryForm
          formId={typeof sentId === 'string' ? sentId : formId}
          isSent={isSent}
          lastResult={answer?.result ?? null}
          isOffline={answer?.isOffline === true}
          phone={company.phones[0] ?? ''}
        />
      </div>
    </>
  );
}

/** What a visitor sent during maintenance, by the labels of the form. */
async function readUnsent(request: Request): Promise<Record<string, string> | null> {
  const labels: Record<string, string> = {
    fullName: 'Full name',
    companyName: 'Company name',
    email: 'Email',
    phone: 'Phone',
    subject: 'Subject',
    message: 'Message',
  };
  const form = await readForm(request);
  const filled = Object.entries(labels).map(([name, label]) => [label, String(form.get(name) ?? '').trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value));
}
