import { getFormProps, getInputProps, getTextareaProps, useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { Form, Link, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { describedBy, Field, FieldError, fieldIds } from '../ui/field.tsx';
import { forgetDraft, useDraft } from './draft.ts';
import { preferredContactOptions, serviceTypeOptions } from './enquiry-options.ts';
import { BANNER_MS, enquirySchema, NOT_SENT, THANKS } from './enquiry.schema.ts';
import { FormAlert } from './form-alert.tsx';

z.config({ jitless: true }); // the content security policy forbids eval, which zod would otherwise probe

interface EnquiryFormProps {
  /** The instance of the form that the server made for this page. */
  formId: string;
  /** The message has just been stored. */
  isSent: boolean;
  lastResult: SubmissionResult<string[]> | null;
  isOffline: boolean;
  phone: string;
}

const labels = {
  fullName: 'Full name',
  companyName: 'Company name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
  serviceType: 'Service type',
  preferredContact: 'Preferred contact method',
  consent: 'Consent',
} as const;

/** The contact form: idle, sending, then sent for five seconds, after which a new empty form takes its place. */
export function EnquiryForm(props: EnquiryFormProps) {
  const { isSent, formId } = props;
  const [shownId, setShownId] = useState(formId);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSent) return;
    forgetDraft();
    const timer = setTimeout(() => {
      setShownId(formId);
      navigate(paths.contactForm, { replace: true, preventScrollReset: true });
    }, BANNER_MS);
    return () => clearTimeout(timer);
  }, [isSent, formId, navigate]);
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      <div role="status" tabIndex={-1}>
        {isSent ? <p className="border-ok bg-surface text-ok border-l-4 p-5 text-lg font-semibold">{THANKS}</p> : null}
      </div>
      <FormInstance key={shownId} {...props} formId={shownId} />
    </div>
  );
}

const PRESS_MS = 250;

/**
 * Judges a field once it has been filled in and left. Not before the press that left it is over: the message below the
 * field moves what was pressed, and the press would miss it.
 */
function useJudgeOnLeave(judge: (name: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (field: EventTarget & { name?: string; value?: string }) => {
    clearTimeout(timer.current);
    if (field.name && field.value) timer.current = setTimeout(() => judge(field.name!), PRESS_MS);
  };
}

function FormInstance({ formId, isSent, lastResult, isOffline, phone }: EnquiryFormProps) {
  const { state, formAction } = useNavigation();
  const isSending = state !== 'idle' && formAction !== undefined;
  const formRef = useRef<HTMLFormElement>(null);
  const [isTakenOver, setTakenOver] = useState(false);
  const [form, fields] = useForm({
    id: 'enquiry',
    lastResult: state === 'idle' ? lastResult : null,
    constraint: getZodConstraint(enquirySchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: enquirySchema }),
  });
  useDraft(formRef);
  const judgeLater = useJudgeOnLeave((name) => form.validate({ name }));
  const [hasTried, setTried] = useState(lastResult?.status === 'error');
  if (form.status === 'error' && !hasTried) setTried(true);
  useEffect(() => setTakenOver(true), []);
  // From the answer itself: the form's own state forgets it when a field is judged, the visitor still has to know.
  const failure = isOffline ? NOT_SENT : lastResult?.error?.['']?.[0];
  const problems = Object.entries(hasTried ? labels : {}).flatMap(([name, label]) => {
    const field = fields[name as keyof typeof labels];
    return field.errors?.length ? [{ id: field.id, text: field.errors.join(' '), label }] : [];
  });
  const text = (
    name: 'fullName' | 'companyName' | 'email' | 'phone' | 'subject',
    type: 'text' | 'email' | 'tel',
    autoComplete?: string,
  ) => {
    const field = fields[name];
    const { key, ...attributes } = getInputProps(field, { type, ariaAttributes: false });
    const isOptional = name === 'companyName' || name === 'phone';
    return (
      <Field id={field.id} label={labels[name]} optional={isOptional} errors={field.errors}>
        <input
          key={key}
          {...attributes}
          required={!isOptional} // conform does not see through the schema's trimming
          {...describedBy(field.id, { errors: field.errors })}
          className="control"
          autoComplete={autoComplete}
          placeholder={name === 'phone' ? '(868) XXX-XXXX' : undefined}
        />
      </Field>
    );
  };
  const { key: messageKey, ...message } = getTextareaProps(fields.message, { ariaAttributes: false });
  return (
    <Form
      method="post"
      action={paths.contactForm}
      {...getFormProps(form)}
      noValidate={isTakenOver}
      ref={formRef}
      onBlur={({ target }) => target.matches('[type=text], [type=email], [type=tel], textarea') && judgeLater(target)}
      className="grid gap-6"
    >
      <FormAlert failure={failure} phone={phone} problems={problems} result={lastResult} />
      <input type="hidden" name="formId" value={formId} />
      <div hidden>
        <label>
          Leave this empty <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {text('fullName', 'text', 'name')}
      {text('companyName', 'text', 'organization')}
      {text('email', 'email', 'email')}
      {text('phone', 'tel', 'tel')}
      {text('subject', 'text')}
      <Field
        id={fields.message.id}
        label={labels.message}
        errors={fields.message.errors}
        help="What is to be lifted, where, and by when? The more we know, the better our first answer."
      >
        <textarea
          key={messageKey}
          {...message}
          {...describedBy(fields.message.id, { help: true, errors: fields.message.errors })}
          className="control"
          rows={7}
        />
      </Field>
      <Field id={fields.serviceType.id} label={labels.serviceType} optional errors={fields.serviceType.errors}>
        <select
          id={fields.serviceType.id}
          name={fields.serviceType.name}
          defaultValue={String(fields.serviceType.initialValue ?? '')}
          {...describedBy(fields.serviceType.id, { errors: fields.serviceType.errors })}
          className="control"
        >
          <option value="">Choose a service</option>
          {serviceTypeOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <fieldset className="grid gap-2" id={fields.preferredContact.id} tabIndex={-1}>
        <legend className="mb-2 font-semibold">
          {labels.preferredContact} <span className="text-muted font-normal">(optional)</span>
        </legend>
        <div className="flex flex-wrap gap-x-8 gap-y-2">
          {preferredContactOptions.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name={fields.preferredContact.name}
                value={value}
                defaultChecked={fields.preferredContact.initialValue === value}
                className="control-choice mt-0"
              />
              {label}
            </label>
          ))}
        </div>
        <FieldError id={fieldIds(fields.preferredContact.id).error} errors={fields.preferredContact.errors} />
      </fieldset>
      <div className="grid gap-1.5">
        <label className="flex items-start gap-3" htmlFor={fields.consent.id}>
          <input
            type="checkbox"
            id={fields.consent.id}
            name={fields.consent.name}
            value="on"
            required
            defaultChecked={fields.consent.initialValue === 'on'}
            {...describedBy(fields.consent.id, { errors: fields.consent.errors })}
            className="control-choice"
          />
          <span>I agree that the company may store and use my data to contact me about this enquiry.</span>
        </label>
        <FieldError id={fieldIds(fields.consent.id).error} errors={fields.consent.errors} />
      </div>
      <div className="grid gap-4">
        <Button
          type="submit"
          look="primary"
          disabled={isSending || isSent}
          className="w-full sm:w-auto sm:justify-self-start"
        >
          {isSending ? 'Sending Message...' : 'Send Message'}
        </Button>
        <p className="text-muted text-sm">
          How we handle your data:{' '}
          <Link to={paths.privacyTerms} prefetch="intent" className="link">
            Privacy &amp; Terms
          </Link>
          .
        </p>
      </div>
    </Form>
  );
}
