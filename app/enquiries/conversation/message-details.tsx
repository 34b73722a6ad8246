import type { MouseEvent } from 'react';
import { Form, Link } from '@remix-run/react';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { actionWords, type Action } from '../actions.ts';
import { AnswerState } from './answer-state.tsx';
import { answerHref } from './email-link.tsx';
import type { MessageDetails as Details } from '../inbox/inbox.ts';
import { mailState } from './mail-state.ts';
import { MessageParts } from './message-parts.tsx';
import { NoteForm } from './note-form.tsx';
import { ReplyForm } from './reply-form.tsx';
import type { SinceThen } from './since-then.tsx';
import { Timeline } from './timeline.tsx';

const NOTE_FORM = 'note-form';

interface MessageDetailsProps {
  message: Details;
  /** The reader's e-mail address. */
  reader: string;
  /** Where all its forms post to. */
  action: string;
  formId: string;
  answer: FormAnswer<SinceThen> | undefined;
}

/** An enquiry, its actions and its history. */
export function MessageDetails({ message, reader, action, formId, answer }: MessageDetailsProps) {
  const { email, phone, reference, folder, spamReason, notification } = message;
  const typedIn = answer?.result ? (answer.result.initialValue?.intent === 'reply' ? 'reply' : 'note') : null;
  const answerAct = message.answered ? 'reopen' : 'answer';
  const call = telephoneHref(phone ?? '');
  return (
    <div className="grid gap-5">
      {typedIn ? null : <FlashBanner notice={answer?.notice} />}
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-display font-semibold tabular-nums">{reference}</span>
        <AnswerState of={message} now={message.now} className="font-semibold" />
        {spamReason ? <span className="text-muted">{spamReason}</span> : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="#text" look="primary" onClick={goToReply}>
          Reply
        </ButtonLink>
        {call ? <ButtonLink href={call}>Call</ButtonLink> : null}
        {folder === 'inbox' ? (
          <Button type="submit" form={NOTE_FORM} name="intent" value={answerAct}>
            {actionWords[answerAct].row}
          </Button>
        ) : null}
        <div className="-ml-2.5 flex flex-wrap">
          <ButtonLink href={answerHref(message)} look="quiet" className="px-2.5!">
            Write in my own mail program
          </ButtonLink>
          <Actions of={message} action={action} />
        </div>
      </div>
      <MessageParts of={message} />
      <ReplyForm
        key={`reply-${wroteBefore(message, reader, 'reply')}`}
        message={message}
        action={action}
        formId={formId}
        answer={typedIn === 'reply' ? answer : undefined}
      />
      <NoteForm
        key={`note-${wroteBefore(message, reader, 'note')}`}
        id={NOTE_FORM}
        action={action}
        version={message.version}
        answer={typedIn === 'note' ? answer : undefined}
      />
      <Timeline timeline={message.timeline} reader={reader} action={action} />
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

/**
 * Counts what this reader has written: the form is empty again once that is stored. What others do leaves it and the focus alone.
 */
function wroteBefore({ timeline }: Details, reader: string, what: 'reply' | 'note'): number {
  const isReply = what === 'reply';
  return timeline.filter(({ who, kind, text }) => who === reader && text && (kind === 'reply') === isReply).length;
}

/** Does what the link does without a new address, which would drop the server's answer and cost a Back. */
function goToReply(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('text')?.focus();
}

/** The actions of an enquiry as it stands. 'Answered' stands with the note. */
function Actions({ of: { folder }, action }: { of: Details; action: string }) {
  const possible: Action[] = folder === 'inbox' ? ['trash'] : folder === 'spam' ? ['not-spam', 'trash'] : ['restore'];
  return (
    <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
      {possible.map((act) => (
        <Button key={act} type="submit" look="quiet" className="px-2.5!" name="intent" value={act}>
          {actionWords[act].row}
        </Button>
      ))}
    </Form>
  );
}
