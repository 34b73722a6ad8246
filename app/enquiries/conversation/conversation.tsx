import { Form, Link } from '@remix-run/react';
import { TakeBack } from '../../forms/take-back.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import type { TimelineEntry } from '../inbox/inbox.ts';
import { MessageFiles } from './message-files.tsx';
import { TimelineItem } from './timeline-item.tsx';

/** Who wrote it, to the eye. */
const borders: Partial<Record<TimelineEntry['kind'], string>> = {
  reply: 'border-link',
  'client-answer': 'border-accent',
};

interface ConversationProps {
  messageId: number;
  timeline: TimelineEntry[];
  earlier: number;
  reader: string;
  action: string;
}

/** What was written about an enquiry since it came, oldest first. */
export function Conversation({ messageId, timeline, earlier, reader, action }: ConversationProps) {
  // A sent form is a new one, and a button may go with its row.
  const heading = useFocusWhenGone<HTMLHeadingElement>(JSON.stringify(timeline));
  const written = timeline.filter(({ text, reply, mail }) => text || reply || mail);
  return (
    <section aria-labelledby="conversation" className={written.length ? '' : 'sr-only'}>
      <h3 id="conversation" ref={heading} tabIndex={-1} className="text-base">
        Conversation
      </h3>
      {earlier ? (
        <Link
          to={`${action}${action.includes('?') ? '&' : '?'}all=1`}
          preventScrollReset
          className="text-link underline"
        >
          {`Show ${earlier} earlier`}
        </Link>
      ) : null}
      <ol className="mt-2 grid gap-4 empty:hidden">
        {written.map(({ id, kind, who, reply, files, ...what }) => (
          <li key={id} className={`grid gap-1 border-l-4 py-0.5 pl-4 ${borders[kind] ?? 'border-border'}`}>
            <TimelineItem kind={kind} who={who} reply={reply} {...what} />
            <MessageFiles messageId={messageId} files={files} />
            {reply?.leftMs && who === reader ? (
              <TakeBack of={{ action, reply: reply.id, leftMs: reply.leftMs }} />
            ) : reply && !reply.leftMs && reply.state !== 'sent' ? (
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
                <Button type="submit" look="quiet" className="btn-small -ml-2.5" name="intent" value="delete-note">
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
