import { useEffect, useMemo, useState, type ComponentProps } from 'react';
import type { FileAnswer } from '../../forms/file-field.tsx';
import { StaffForm } from '../../forms/staff-form.tsx';
import { ButtonLink, SubmitButton } from '../../ui/button.tsx';
import { telephoneHref } from '../../ui/contact-links.ts';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { REPLY_MAX, REPLY_SUBJECT_MAX, replySchema } from '../message.schema.ts';
import { PutIn } from '../saved/put-in.tsx';
import { answerHref } from './email-link.tsx';
import type { MessageDetailsProps } from './message-details.tsx';
import { KeptFiles, ReplyDocuments, ReplyFiles } from './reply-files.tsx';
import { describeConflict, type NewerEntries } from './timeline-item.tsx';

export const REPLY_FORM = 'reply';

type ReplyFormProps = Pick<MessageDetailsProps, 'message' | 'action' | 'documents' | 'formId' | 'saved' | 'answer'>;

export interface ReplyAnswer extends FileAnswer<NewerEntries> {
  isTakenBack?: true;
  isPutIn?: true;
}

export function CallButton({ phone, ...rest }: { phone: string | null } & ComponentProps<typeof ButtonLink>) {
  const href = telephoneHref(phone ?? '');
  return href ? (
    <ButtonLink href={href} {...rest}>
      Call
    </ButtonLink>
  ) : null;
}

const SEND_ALL_THE_SAME = 'Send all the same';

export function ReplyForm({ message, action, documents, formId, answer: last, saved }: ReplyFormProps) {
  const [taken, setTaken] = useState<ReplyAnswer>();
  if (last?.isTakenBack && last !== taken) setTaken(last);
  // What was taken back stays when something else is done to the message.
  const answer = useMemo(() => (last?.result || !taken ? last : { ...taken, ...last }), [last, taken]);
  useEffect(() => {
    const area = document.getElementById('text') as HTMLTextAreaElement | null;
    if (!taken || !area) return;
    const typedMeanwhile = area.value === area.defaultValue ? '' : area.value;
    area.value = `${String(taken.result?.initialValue?.text)}\n\n${typedMeanwhile}`.trimEnd();
    area.dispatchEvent(new Event('input', { bubbles: true })); // keeps the draft, as typing does
    area.focus();
  }, [taken]);
  if (!message.email)
    return (
      <div className="border-border flex flex-wrap items-center gap-3 border-t pt-5 print:hidden">
        <p>There is no email address, so there is no reply by mail.</p>
        <CallButton phone={message.phone} />
      </div>
    );
  return (
    <StaffForm
      id={REPLY_FORM}
      action={`${action}${action.includes('?') ? '&' : '?'}form=reply`}
      encType="multipart/form-data"
      schema={replySchema}
      loaded={{ subject: message.replySubject, text: '', version: message.version }}
      answer={answer}
      version={message.version}
      formId={formId}
      conflict={describeConflict(SEND_ALL_THE_SAME)}
      className="border-border grid gap-3 border-t pt-5 print:hidden"
    >
      {(field, isBusy) => {
        const text = field('text');
        return (
          <>
            <input type="hidden" name="intent" value="reply" />
            <PutIn field={field('saved')} action={action} saved={saved} />
            <TextField {...field('subject')} label="Reply subject" maxLength={REPLY_SUBJECT_MAX} />
            <TextField
              {...text}
              label="Reply"
              rows={6}
              {...(answer?.isTakenBack || answer?.isPutIn || text.errors ? focusFirst : {})}
              className="scroll-mt-36"
              placeholder=" " // CSS shows "Send and next" once text replaces it
              maxLength={REPLY_MAX}
              help={
                message.isMailed
                  ? `Goes to ${message.email}, with the enquiry below it.`
                  : 'No mail service is set: it is kept in the outbox, not mailed.'
              }
            />
            {/* before the files: once the session has ended, only fields before the first file are kept */}
            <ReplyDocuments field={field('documents')} documents={documents} />
            <KeptFiles field={field('kept')} />
            <ReplyFiles field={field('files')} most={message.mostBytes} answer={answer} isBusy={isBusy} />
            <div className="flex flex-wrap gap-2">
              <SubmitButton isBusy={isBusy}>{answer?.stored ? SEND_ALL_THE_SAME : 'Send reply'}</SubmitButton>
              <CallButton phone={message.phone} />
              <ButtonLink href={answerHref(message)} look="quiet" className="px-2.5!">
                Write in my own mail program
              </ButtonLink>
            </div>
          </>
        );
      }}
    </StaffForm>
  );
}
