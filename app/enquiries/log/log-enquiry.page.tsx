import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Acknowledgement } from '#db/entities/message-mail.ts';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { DialogButtons } from '../../forms/form-dialog.tsx';
import { StaffForm, type FieldState } from '../../forms/staff-form.tsx';
import { Switch } from '../../forms/switch.tsx';
import { paths } from '../../paths.ts';
import { EMAIL_MAX } from '../../schemas/limits.ts';
import { othersEmail } from '../../accounts/email-field.tsx';
import { FieldError, fieldIds, TextField, SelectField } from '../../ui/field.tsx';
import { labels, Radios } from '../form/enquiry-fields.tsx';
import { cameByOptions, preferredContactOptions, serviceTypeOptions } from '../receive/enquiry-options.ts';
import { logEnquiry } from './log-enquiry.server.ts';
import { logSchema } from './log-enquiry.schema.ts';

const TITLE = 'Log an enquiry';
const FAILED = 'Failed to log the enquiry';
const NOT_SENT = 'No acknowledgement is sent: an address gets one a day, and all together 100 an hour.';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return { formId: randomUUID() };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, logSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const { id, reference } = await logEnquiry(em, form.value, by);
  const isMissing = form.value.acknowledge && !(await em.count(Acknowledgement, { message: id }));
  const title = `Enquiry logged: ${reference}`;
  return redirectWithToast(context, paths.admin.message(id), isMissing ? { title, description: NOT_SENT } : title);
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

const folded = ['companyName', 'serviceType', 'preferredContact', 'acknowledge'] as const;
const noAnswer = [{ value: '', label: 'Not asked' }];

/** The fields are in the order of a phone call; those that nobody asks about are folded. */
export default function LogEnquiryPage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<never>>();
  return (
    <div className="grid max-w-2xl gap-5">
      <h1 className="text-2xl">{TITLE}</h1>
      <StaffForm
        action={paths.admin.logEnquiry}
        schema={logSchema}
        loaded={{ cameBy: 'phone' }}
        answer={answer}
        problem={null}
        first="phone"
        formId={formId}
      >
        {(field, isBusy) => (
          <>
            <CameBy {...field('cameBy')} />
            <TextField {...field('phone')} {...off} type="tel" label={labels.phone} />
            <TextField {...field('fullName')} {...off} label={labels.fullName} autoCapitalize="words" required />
            <TextField {...field('subject')} {...off} label={labels.subject} required />
            <TextField {...field('message')} label={labels.message} rows={4} required />
            <TextField
              {...field('email')}
              {...othersEmail}
              type="email"
              label={labels.email}
              help="A phone number or an email address is needed. Without one there is no reply by mail."
              maxLength={EMAIL_MAX}
            />
            <details open={folded.some((name) => field(name).errors ?? field(name).defaultValue)}>
              <summary className="text-link w-fit cursor-pointer py-0.5">Company, service, acknowledgement</summary>
              <div className="mt-3 grid gap-5">
                <TextField {...field('companyName')} {...off} label={labels.companyName} optional />
                <SelectField
                  {...field('serviceType')}
                  label={labels.serviceType}
                  optional
                  options={[...noAnswer, ...serviceTypeOptions]}
                />
                <SelectField
                  {...field('preferredContact')}
                  label={labels.preferredContact}
                  optional
                  options={[...noAnswer, ...preferredContactOptions]}
                />
                <Switch
                  {...field('acknowledge')}
                  label="Send an acknowledgement"
                  help="A mail with the reference, the promise of an answer within 24 hours and your phone numbers."
                />
              </div>
            </details>
            <DialogButtons cancelTo={paths.admin.messages} isBusy={isBusy} label="Save" />
          </>
        )}
      </StaffForm>
    </div>
  );
}

const off = { autoComplete: 'off' }; // the browser would fill in its owner's data

function CameBy({ id, name, defaultValue, errors }: FieldState) {
  return (
    <fieldset aria-describedby={errors ? fieldIds(id).error : undefined}>
      <legend className="font-semibold">How it came</legend>
      <div className="flex flex-wrap gap-x-6">
        <Radios name={name} chosen={defaultValue} options={cameByOptions} />
      </div>
      <FieldError id={fieldIds(id).error} errors={errors} />
    </fieldset>
  );
}
