import type { ReactNode } from 'react';
import { Form, Link } from '@remix-run/react';
import { otherParts, partLabels, partText } from '../contact/enquiry-parts.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { StaffForm } from '../forms/staff-form.tsx';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { paths } from '../paths.ts';
import { telephoneHref } from '../site/contact-links.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { sizeText } from '../ui/size-text.ts';
import { TextField } from '../ui/text-field.tsx';
import { actWords, type Act } from './acts.ts';
import { AnswerState } from './answer-state.tsx';
import { EmailLink, mailHref } from './email-link.tsx';
import type { MessageDetails as Details } from './inbox.ts';
import { mailState } from './mail-state.ts';
import { messageChangeSchema, NOTE_MAX } from './message.schema.ts';
import { ReplyForm, type SinceThen } from './reply-form.tsx';
import { WhatHappened } from './what-happened.tsx';

const NOTE_FORM = 'note-form';

interface MessageDetailsProps {
  message: Details;
  /** The e-mail address of who reads this. */
  reader: string;
  /** Where everything that can be done about it is posted to. */
  action: string;
  /** The instance of the form of a reply. */
  formId: string;
  answer: FormAnswer<SinceThen> | undefined;
}

/** What a visitor wrote, what can be done about it, and what was. */
export function MessageDetails({ message, reader, action, formId, answer }: MessageDetailsProps) {
  const { id, name, email, subject, phone, company, reference, folder, spamReason, files, notification } = message;
  const typedIn = answer?.result ? (answer.result.initialValue?.intent === 'reply' ? 'reply' : 'note') : null;
  const answerAct = message.answered ? 'reopen' : 'answer';
  return (
    <div className="grid gap-5">
      {typedIn ? null : <NoticeBanner notice={answer?.notice} />}
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-display font-semibold tabular-nums">{reference}</span>
        <AnswerState of={message} now={message.now} className="font-semibold" />
        {spamReason ? <span className="text-muted">{spamReason}</span> : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="#text" look="primary">
          Reply
        </ButtonLink>
        {phone ? <ButtonLink href={telephoneHref(phone)}>Call</ButtonLink> : null}
        {folder === 'inbox' ? (
          <Button type="submit" form={NOTE_FORM} name="intent" value={answerAct}>
            {actWords[answerAct].row}
          </Button>
        ) : null}
        <div className="-ml-2.5 flex flex-wrap">
          <ButtonLink href={mailHref(message)} look="quiet" className="px-2.5!">
            Write in my own mail program
          </ButtonLink>
          <Acts of={message} action={action} />
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Detail label={partLabels.name}>{name}</Detail>
        <Detail label={partLabels.email}>
          <EmailLink email={email} />
        </Detail>
        {phone ? (
          <Detail label="Phone">
            <a href={telephoneHref(phone)} className="text-link underline">
              {phone}
            </a>
          </Detail>
        ) : null}
        {company ? <Detail label="Company">{company}</Detail> : null}
        <Detail label={partLabels.subject}>{subject}</Detail>
        {otherParts.map((part) => (
          <Detail key={part} label={partLabels[part]}>
            {partText(message, part)}
          </Detail>
        ))}
        <Detail label="Received">
          <time dateTime={message.receivedAt}>{message.received}</time>
        </Detail>
        <Detail label={partLabels.message}>
          <span className="bg-surface border-border block border-l-4 p-4 whitespace-pre-wrap">{message.message}</span>
        </Detail>
        {files.length ? (
          <Detail label="Files">
            <ul>
              {files.map((file) => (
                <li key={file.id}>
                  <a href={paths.admin.enquiryFile(id, file.id)} download className="text-link underline">
                    {file.name}
                  </a>{' '}
                  <span className="text-muted whitespace-nowrap">{sizeText(file.sizeBytes)}</span>
                </li>
              ))}
            </ul>
          </Detail>
        ) : null}
      </dl>
      <ReplyForm
        key={`reply-${message.happenings.length}`}
        message={message}
        action={action}
        formId={formId}
        answer={typedIn === 'reply' ? answer : undefined}
      />
      <StaffForm
        key={message.happenings.length} // empty again once something was done
        id={NOTE_FORM}
        action={action}
        schema={messageChangeSchema}
        loaded={{ note: '' }}
        answer={typedIn === 'note' ? (answer as FormAnswer<never>) : undefined}
        className="border-border grid gap-3 border-t pt-5"
      >
        {(field, isBusy) => {
          const { errors, ...note } = field('note');
          return (
            <>
              <TextField
                {...note}
                label="Note"
                rows={2}
                maxLength={NOTE_MAX}
                errors={errors}
                help="Only staff see it. Marking the enquiry answered keeps it as well."
              />
              <div className="flex flex-wrap gap-2">
                <Button type="submit" name="intent" value="note" disabled={isBusy}>
                  Add note
                </Button>
              </div>
            </>
          );
        }}
      </StaffForm>
      <WhatHappened happenings={message.happenings} reader={reader} action={action} />
      {notification && notification.state !== 'held' ? (
        <div className="border-border flex flex-wrap items-center justify-between gap-3 border-t pt-4">
          <p>
            <span className="font-semibold">Notification email: </span>
            <span className={notification.state === 'failed' ? 'text-danger' : ''}>{mailState(notification)}</span>
          </p>
          <Form method="post" action={action} preventScrollReset>
            <Button type="submit" className="btn-small" name="intent" value="send-again">
              Send the notification to us again
            </Button>
          </Form>
        </div>
      ) : null}
      <p className="border-border border-t pt-4">
        <Link to={paths.admin.person(email)} className="text-link underline">
          All that is stored about this person
        </Link>
      </p>
    </div>
  );
}

/** What can be done to it as it stands. Whether it is answered stands with the note about it. */
function Acts({ of: { folder }, action }: { of: Details; action: string }) {
  const possible: Act[] = folder === 'inbox' ? ['trash'] : folder === 'spam' ? ['not-spam', 'trash'] : ['restore'];
  return (
    <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
      {possible.map((act) => (
        <Button key={act} type="submit" look="quiet" className="px-2.5!" name="intent" value={act}>
          {actWords[act].row}
        </Button>
      ))}
    </Form>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
