import { getFormProps, useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { Form, Link, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { useScripted } from '../ui/use-scripted.ts';
import { forgetDraft, useDraft } from './draft.ts';
import { EnquiryFields, labels } from './enquiry-fields.tsx';
import { BANNER_MS, enquirySchema, NOT_SENT, THANKS } from './enquiry.schema.ts';
import { FormAlert } from './form-alert.tsx';

interface EnquiryFormProps {
  /** The instance of the form that the server made for this page. */
  formId: string;
  /** The message has just been stored. */
  isSent: boolean;
  lastResult: SubmissionResult<string[]> | null;
  isOffline: boolean;
  phone: string;
}

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
  const isTakenOver = useScripted();
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
  // From the answer itself: the form's own state forgets it when a field is judged, the visitor still has to know.
  const failure = isOffline ? NOT_SENT : lastResult?.error?.['']?.[0];
  const problems = Object.entries(hasTried ? labels : {}).flatMap(([name, label]) => {
    const field = fields[name as keyof typeof labels];
    return field.errors?.length ? [{ id: field.id, text: field.errors.join(' '), label }] : [];
  });
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
      <EnquiryFields fields={fields} />
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
