import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { FILE_BYTES, FILES_BYTES, MOST_FILES, problemsOfFiles } from '../files/enquiry-files.ts';
import { FilesField } from '../files/files-field.tsx';
import { localTime } from '../../time/dates.ts';
import { limitText } from '../../ui/size-text.ts';
import { useScripted } from '../../ui/use-scripted.ts';
import type { loader } from './contact-form.page.tsx';
import { forgetDraft, keepDraft, restoreDraft } from './draft-store.ts';
import { EnquiryFields, labels } from './enquiry-fields.tsx';
import { BANNER_MS, NOT_SENT, readReference } from '../receive/enquiry.schema.ts';
import { FormAlert, type EnquiryAnswer } from './form-alert.tsx';
import { afterPress, judgeEnquiry, useHints, useJudgeOnLeave } from './judge-enquiry.ts';
import { LostFiles, Sent, WasSent, type SentEnquiry } from './sent.tsx';

type EnquiryFormProps = Awaited<ReturnType<typeof loader>> & { answer: EnquiryAnswer | undefined };

/** The contact form. After sending it shows the thanks for five seconds, then a new empty form. */
export function EnquiryForm(props: EnquiryFormProps) {
  const { isSent, formId, sent, company, texts } = props;
  const [shownId, setShownId] = useState(formId);
  const [last, setLast] = useState<{ at: string; sent: SentEnquiry }>();
  const navigate = useNavigate();
  const statusBox = useRef<HTMLDivElement>(null);
  const latest = useRef(sent);
  latest.current = sent;
  useEffect(() => {
    if (!isSent) return;
    forgetDraft();
    setLast({ at: ` ${localTime(new Date())}`, sent: latest.current });
    statusBox.current?.focus(); // the button that had the focus is disabled, and disappears with the form
    return afterPress(() => {
      const thanks = statusBox.current?.firstElementChild;
      if (thanks?.contains(document.activeElement)) statusBox.current?.focus(); // its link disappears
      // Firefox would put what was sent into the next form, any browser into a page that was left before this moment.
      (document.getElementById('enquiry') as HTMLFormElement | null)?.reset();
      setShownId(formId);
      navigate(paths.contactForm, { replace: true, preventScrollReset: true });
    }, BANNER_MS);
  }, [isSent, formId, navigate]);
  useEffect(() => {
    const reference = isSent ? null : readReference(document.cookie); // the page was loaded again
    if (reference) setLast((now) => now ?? { at: '', sent: { reference, lost: [] } });
  }, [isSent]);
  const shown = isSent ? sent : last?.sent;
  return (
    <div className="grid gap-8">
      <div ref={statusBox} role="status" tabIndex={-1} className="grid scroll-mt-28 gap-4 empty:absolute">
        {isSent ? <Sent thanks={texts.enquiry_thanks} company={company} reference={sent.reference} /> : null}
        {!isSent && last ? <WasSent at={last.at} {...last.sent} texts={texts} /> : null}
        {shown?.lost.length ? <LostFiles {...shown} email={company.email} /> : null}
      </div>
      <FormInstance key={shownId} {...props} formId={shownId} />
    </div>
  );
}

function FormInstance({ formId, isSent, answer, subject, company, texts }: EnquiryFormProps) {
  const lastResult = answer?.result ?? null;
  const { state, formAction } = useNavigation();
  const isSending = state !== 'idle' && formAction !== undefined;
  const formRef = useRef<HTMLFormElement>(null);
  const isTakenOver = useScripted();
  const fileProblems = useRef<string[]>([]);
  const [form, fields] = useForm({
    id: 'enquiry',
    lastResult: state === 'idle' ? lastResult : null,
    defaultValue: { subject },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => judgeEnquiry(formData, fileProblems.current),
  });
  const instance = useDraft(formRef, formId, { isAnswer: lastResult !== null, isSent });
  const hints = useHints(formRef);
  const judgeLater = useJudgeOnLeave((name) => {
    if (formRef.current?.isConnected) form.validate({ name }); // the maintenance screen may have replaced it
  });
  const [hasTried, setTried] = useState(lastResult?.status === 'error');
  if (form.status === 'error' && !hasTried) setTried(true);
  // Read from the answer: the form's own state loses it once a field is validated, but the visitor still has to see it.
  const failure = answer?.isOffline ? NOT_SENT : lastResult?.error?.['']?.[0];
  const problems = Object.keys(hasTried ? labels : {}).flatMap((name) => {
    const field = fields[name as keyof typeof labels];
    return field.errors?.length ? [{ id: field.id, text: field.errors.join(' ') }] : [];
  });
  return (
    <Form
      method="post"
      action={paths.contactForm}
      encType="multipart/form-data"
      discover="none" // its route is there already
      {...getFormProps(form)}
      noValidate={isTakenOver}
      ref={formRef}
      onBlur={({ target }) => target.matches('[type=text], [type=email], [type=tel], textarea') && judgeLater(target)}
      className="grid gap-6"
    >
      <FormAlert failure={failure} phone={company.phones[0] ?? ''} problems={problems} answer={answer} />
      <input type="hidden" name="formId" value={instance} />
      <div hidden>
        <label>
          Leave this empty <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <EnquiryFields
        fields={fields}
        hints={hints}
        messageHelp={texts.enquiry_message_help}
        files={
          <FilesField
            id={fields.files.id}
            label={labels.files}
            limits={`Up to ${MOST_FILES} files: PDF, JPEG, PNG, WebP or HEIC, of at most ${limitText(FILE_BYTES)} each and ${limitText(FILES_BYTES)} together.`}
            errors={fields.files.errors}
            isSending={isSending}
            wasRefused={lastResult !== null}
            onChosen={(files) => {
              fileProblems.current = problemsOfFiles(files);
              form.validate({ name: 'files' });
            }}
          />
        }
      />
      <div className="grid gap-4">
        <div role="status" className="text-muted empty:absolute">
          {answer?.isStopped && !isSending ? <p>Sending stopped. Nothing was sent.</p> : null}
        </div>
        <Button
          type="submit"
          look="primary"
          disabled={isSending || (isSent && isTakenOver)} // only a script enables it again
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

/**
 * Keeps what is typed on the device until it is sent, so that a lost connection, a reload or maintenance loses nothing.
 * @param isAnswer the page is the answer to this form, so it has the id that was sent
 * @param isSent the thanks are shown: what is typed below them is no draft
 * @returns the form id to send, that of the first try: it may be stored though its answer was lost
 */
function useDraft(
  formRef: RefObject<HTMLFormElement>,
  formId: string,
  { isAnswer, isSent }: { isAnswer: boolean; isSent: boolean },
): string {
  const [instance, setInstance] = useState(formId);
  useEffect(() => {
    const form = formRef.current;
    if (!form || isSent) return;
    const typedInto = restoreDraft(form);
    if (typedInto && !isAnswer) setInstance(typedInto);
    const keep = () => keepDraft(new FormData(form));
    form.addEventListener('input', keep);
    form.addEventListener('change', keep);
    return () => {
      form.removeEventListener('input', keep);
      form.removeEventListener('change', keep);
    };
  }, [formRef, isAnswer, isSent]);
  return instance;
}
