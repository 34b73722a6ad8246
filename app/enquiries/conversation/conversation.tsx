import { Form, Link } from '@remix-run/react';
import { TakeBack } from '../../forms/take-back.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import type { MessageDetails, ShownFile } from './find-message.server.ts';
import type { TimelineEntry } from './list-timeline.ts';
import type { MessageDetailsProps } from './message-details.tsx';
import { TimelineItem } from './timeline-item.tsx';

const borders: Partial<Record<TimelineEntry['kind'], string>> = {
  reply: 'border-link',
  'client-answer': 'border-accent',
};

type ConversationProps = Pick<MessageDetailsProps, 'reader' | 'action'> & { of: MessageDetails };

export function Conversation({ of: { id: messageId, timeline, earlier }, reader, action }: ConversationProps) {
  // A form is reset once it is sent, and a button may disappear with its row: the focus would be lost.
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
            {what.text && !reply && who === reader ? (
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

export function MessageFiles({ messageId, files }: { messageId: number; files: ShownFile[] | undefined }) {
  if (!files?.length) return null;
  return (
    <ul aria-label="Files" className="flex flex-wrap items-end gap-x-5 gap-y-3">
      {files.map((file) => {
        const href = paths.admin.enquiryFile(messageId, file.id);
        return (
          <li key={file.id} className="max-w-full min-w-0 text-sm">
            <a href={href} download className="text-link block wrap-anywhere underline">
              {file.isPicture ? (
                <img
                  src={href}
                  alt=""
                  loading="lazy"
                  className="border-border bg-surface mb-1 h-27 w-36 rounded-sm border object-cover"
                />
              ) : null}
              <span className={file.isPicture ? 'block max-w-36' : ''}>{file.name}</span>
            </a>
            <span className="text-muted whitespace-nowrap">{sizeText(file.sizeBytes)}</span>
          </li>
        );
      })}
    </ul>
  );
}
