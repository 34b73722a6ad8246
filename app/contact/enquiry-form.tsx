import { getFormProps, useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { Form, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { localTime } from '../ui/dates.ts';
import { PhoneLinks } from '../site/phone-links.tsx';
import { useScripted } from '../ui/use-scripted.ts';
import { forgetDraft } from './draft-store.ts';
import { useDraft } from './use-draft.ts';
import { EnquiryFields, labels } from './enquiry-fields.tsx';
import { BANNER_MS, enquirySchema, NOT_SENT, THANKS } from './enquiry.schema.ts';
import { FormAlert } from './form-alert.tsx';
import { PRESS_MS, useHints } from './use-hints.ts';

interface EnquiryFormProps {
  /** The instance of the form that the server made for this page. */
  formId: string;
  /** The message has just been stored. */
  isSent: boolean;
  /** What the firm calls the message that has just been stored. */
  reference: string | null;
  lastResult: SubmissionResult<string[]> | null;
  isOffline: boolean;
  /** What the visitor came to ask about. */
  subject?: string;
  company: { phones: string[]; whatsapp: string };
}

/** The contact form: idle, sending, then sent for five seconds, after which a new empty form takes its place. */
export function EnquiryForm(props: EnquiryFormProps) {
  const { isSent, formId, reference } = props;
  const [shownId, setShownId] = useState(formId);
  const [sent, setSent] = useState<string | null>(null);
  const navigate = useNavigate();
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSent) return;
    forgetDraft();
    setSent([`Sent ${localTime(new Date())}`, ...(reference ? [`reference ${reference}`] : [])].join(', '));
    said.current?.focus(); // the button that had the focus is switched off, and goes with the form
    const timer = setTimeout(() => {
      setShownId(formId);
      navigate(paths.contactForm, { replace: true, preventScrollReset: true });
    }, BANNER_MS);
    return () => clearTimeout(timer);
  }, [isSent, formId, reference, navigate]);
  return (
    <div className="grid gap-8">
      <div ref={said} role="status" tabIndex={-1} className="scroll-mt-28 empty:absolute">
        {isSent ? <Sent {...props} /> : null}
        {!isSent && sent ? <p className="text-muted tabular-nums">{sent}</p> : null}
      </div>
      <FormInstance key={shownId} {...props} formId={shownId} />
    </div>
  );
}

/** That the message is there, and how to reach somebody sooner. */
function Sent({ company, reference }: Pick<EnquiryFormProps, 'company' | 'reference'>) {
  return (
    <div className="border-ok bg-surface border-l-4 p-5">
      <p className="text-ok text-lg font-semibold">{THANKS}</p>
      {reference ? (
        <p className="mt-1">
          Your reference: <strong className="whitespace-nowrap tabular-nums">{reference}</strong>
        </p>
      ) : null}
      <p className="mt-2 flex flex-wrap gap-x-5">
        <span className="py-1">Need us sooner?</span>
        <PhoneLinks {...company} className="link py-1" />
      </p>
    </div>
  );
}

/** Judges a field once it has been filled in and left, and the press that left it is over. */
function useJudgeOnLeave(judge: (name: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (field: EventTarget & { name?: string; value?: string }) => {
    clearTimeout(timer.current);
    if (field.name && field.value) timer.current = setTimeout(() => judge(field.name!), PRESS_MS);
  };
}

function FormInstance({ formId, isSent, lastResult, isOffline, subject, company }: EnquiryFormProps) {
  const { state, formAction } = useNavigation();
  const isSending = state !== 'idle' && formAction !== undefined;
  const formRef = useRef<HTMLFormElement>(null);
  const isTakenOver = useScripted();
  const [form, fields] = useForm({
    id: 'enquiry',
    lastResult: state === 'idle' ? lastResult : null,
    defaultValue: { subject },
    constraint: getZodConstraint(enquirySchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: enquirySchema }),
  });
  useDraft(formRef);
  const hints = useHints(formRef);
  const judgeLater = useJudgeOnLeave((name) => {
    if (formRef.current?.isConnected) form.validate({ name }); // not while the maintenance screen is in its place
  });
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
      <FormAlert failure={failure} phone={company.phones[0] ?? ''} problems={problems} result={lastResult} />
      <input type="hidden" name="formId" value={formId} />
      <div hidden>
        <label>
          Leave this empty <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <EnquiryFields fields={fields} hints={hints} />
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
          <a href={paths.privacyTerms} className="link">
            Privacy &amp; Terms
          </a>
          .
        </p>
      </div>
    </Form>
  );
}
