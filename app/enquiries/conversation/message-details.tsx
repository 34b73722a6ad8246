import { useRef } from 'react';
import { Form } from '@remix-run/react';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { telephoneHref, whatsappLink } from '../../ui/contact-links.ts';
import { breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { AnswerState } from './answer-state.tsx';
import { EmailLink } from './email-link.tsx';
import { Facts } from './facts.tsx';
import type { MessageDetails as Details } from './find-message.server.ts';
import { MessageBar } from './message-bar.tsx';
import { MailFacts, NO_TEXT } from './mail-text.tsx';
import type { loader } from './message.page.tsx';
import { Conversation, MessageFiles } from './conversation.tsx';
import { NoteForm } from './note-form.tsx';
import { ReplyForm, type ReplyAnswer } from './reply-form.tsx';
import { cameByText } from '../receive/enquiry-options.ts';
import { mailState } from './timeline-item.tsx';
import { LaterForm, OwnerForm } from './whose-and-when.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export interface MessageDetailsProps extends Omit<Awaited<ReturnType<typeof loader>>, 'counts'> {
  search: string;
  action: string;
  answer: ReplyAnswer | undefined;
  heading: { readonly current: HTMLHeadingElement | null };
}

export function MessageDetails(props: MessageDetailsProps) {
  const { message, reader, action, answer } = props;
  const { name, company, phone, email, subject, spamReason, cameBy, loggedBy } = message;
  const sent = answer?.result ? (forms[String(answer.result.initialValue?.intent)] ?? 'note') : null;
  const answerTo = (form: string) => (sent === form ? answer : undefined);
  return (
    <div className="letter grid gap-6">
      {sent ? null : <FlashBanner notice={answer?.notice} />}
      <div className="grid gap-1.5">
        <h2 ref={props.heading} tabIndex={-1} dir="auto" className="text-2xl wrap-anywhere">
          {subject}
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
          {company ? <bdi className="wrap-anywhere">{company}</bdi> : null}
          {phone ? <TextLink href={telephoneHref(phone)}>{phone}</TextLink> : null}
          {email ? <EmailLink email={email} className="py-0.5" /> : null}
          {cameBy === 'whatsapp' && phone ? (
            <a {...whatsappLink(phone)} className="text-link py-0.5 underline">
              WhatsApp
            </a>
          ) : null}
          <AnswerState of={message} now={message.now} className="font-semibold" />
        </p>
        {message.folder === 'inbox' || sent === 'owner' ? <OwnerForm {...props} answer={answerTo('owner')} /> : null}
        {cameBy ? <p className="text-muted">{`Came ${cameByText(cameBy)}. Logged by ${loggedBy}.`}</p> : null}
        {spamReason ? <p className="text-muted">{spamReason}</p> : null}
      </div>
      <p
        dir="auto"
        className="max-w-[62ch] overflow-clip text-[1.0625rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
      >
        {breakable(message.message || NO_TEXT)}
      </p>
      {message.mail ? (
        <div className="grid gap-1">
          <MailFacts of={message.mail} />
        </div>
      ) : null}
      <MessageFiles messageId={message.id} files={message.files} />
      <Conversation of={message} reader={reader} action={action} />
      <ReplyForm
        key={`reply-${useNewest(message, reader, 'reply')}`}
        {...props}
        answer={answer?.isCancelled ? answer : answerTo('reply')}
      />
      <NoteForm key={`note-${useNewest(message, reader, 'note')}`} {...props} answer={answerTo('note')} />
      {message.folder === 'inbox' || sent === 'later' ? (
        <LaterForm key={message.laterUntil} {...props} answer={answerTo('later')} />
      ) : null}
      <NotificationState of={message} action={action} />
      <Facts of={message} />
      <MessageBar {...props} />
    </div>
  );
}

/** The form with the button of each intent; intents that are not here belong to the note form. */
const forms: Record<string, string> = {
  reply: 'reply',
  take: 'owner',
  give: 'owner',
  'give-back': 'owner',
  later: 'later',
  back: 'later',
};

/** A form's key: it changes, and so empties the form, when a text of this reader is stored, not when one is deleted. */
function useNewest({ timeline }: Details, reader: string, what: 'reply' | 'note'): number {
  const newest = useRef(0);
  const isReply = what === 'reply';
  const own = timeline.filter(({ who, kind, text }) => who === reader && text && (kind === 'reply') === isReply);
  return (newest.current = Math.max(newest.current, ...own.map(({ id }) => id!)));
}

function NotificationState({ of: { notification }, action }: { of: Details; action: string }) {
  if (!notification || notification.state === 'held') return null;
  return (
    <div className="border-border flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4 text-sm">
      <p>
        <span className="font-semibold">Notification email: </span>
        <span className={notification.state === 'failed' ? 'text-danger' : ''}>{mailState(notification)}</span>
      </p>
      <Form method="post" action={action} preventScrollReset>
        <Button type="submit" look="quiet" className="btn-small" name="intent" value="send-again">
          Send the notification to us again
        </Button>
      </Form>
    </div>
  );
}
