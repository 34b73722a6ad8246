import { Form } from '@remix-run/react';
import { Button } from '../../ui/button.tsx';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import type { TimelineEntry } from '../inbox/inbox.ts';
import { mailState } from './mail-state.ts';

const words: Record<TimelineEntry['kind'], string> = {
  received: 'Received',
  notified: 'Notification sent',
  'notification-kept': 'Notification kept in the outbox, not mailed',
  'not-notified': 'Notification failed',
  acknowledged: 'Acknowledged',
  'acknowledgement-kept': 'Acknowledgement kept in the outbox, not mailed',
  'not-acknowledged': 'Acknowledgement failed',
  read: 'First read',
  answered: 'Marked answered',
  reopened: 'Marked not answered',
  note: 'Note',
  reply: 'Reply',
  'not-spam': 'Marked as no spam',
  trashed: 'Moved to trash',
  restored: 'Restored',
  undone: 'Undid what was done',
};

interface WhatHappenedProps {
  timeline: TimelineEntry[];
  /** The e-mail address of the reader, who can delete own notes. */
  reader: string;
  action: string;
}

export function TimelineItem({ kind, at, who, text, reply }: Omit<TimelineEntry, 'id'>) {
  return (
    <>
      <span className="text-sm">
        <span className="font-semibold">{words[kind]}</span>
        <span className="text-muted wrap-anywhere">{[at && `, ${at}`, who && ` by ${who}`]}</span>
        {reply ? (
          <span className={reply.state === 'failed' ? 'text-danger' : 'text-muted'}>{`. ${mailState(reply)}`}</span>
        ) : null}
      </span>
      {reply ? <span className="font-medium wrap-anywhere">{reply.subject}</span> : null}
      {text ? (
        <span className="bg-surface border-border block border-l-4 px-4 py-2 wrap-anywhere whitespace-pre-wrap">
          {text}
        </span>
      ) : null}
    </>
  );
}

export function Timeline({ timeline, reader, action }: WhatHappenedProps) {
  // A sent form is a new one, and a button may go with its row.
  const heading = useFocusWhenGone<HTMLHeadingElement>(JSON.stringify(timeline));
  return (
    <section aria-labelledby="what-happened" className="border-border border-t pt-4">
      <h3 id="what-happened" ref={heading} tabIndex={-1} className="scroll-mt-20 text-base">
        What happened
      </h3>
      <ol className="mt-2 grid gap-2">
        {timeline.map(({ id, kind, who, reply, ...what }) => (
          <li key={id ?? kind} className="grid gap-1">
            <TimelineItem kind={kind} who={who} reply={reply} {...what} />
            {reply && reply.state !== 'sent' ? (
              <Form method="post" action={action} preventScrollReset>
                <input type="hidden" name="reply" value={reply.id} />
                <Button type="submit" className="btn-small" name="intent" value="send-reply-again">
                  Send again
                </Button>
              </Form>
            ) : null}
            {kind === 'note' && who === reader ? (
              <Form method="post" action={action} preventScrollReset>
                <input type="hidden" name="event" value={id ?? ''} />
                <Button type="submit" className="btn-small" name="intent" value="delete-note">
                  Delete note
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
