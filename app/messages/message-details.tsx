import type { ReactNode } from 'react';
import { Form } from '@remix-run/react';
import { otherParts, partLabels, partText } from '../contact/enquiry-parts.ts';
import { Button } from '../ui/button.tsx';
import { EmailLink } from './email-link.tsx';
import type { MessageDetails as Details, NotificationStatus } from './inbox.ts';

interface MessageDetailsProps {
  message: Details;
  /** Where the order to send the notification again is posted to. */
  action: string;
}

/** Everything a visitor wrote, and how far the mail about it has come. */
export function MessageDetails({ message, action }: MessageDetailsProps) {
  const { name, email, subject, notification } = message;
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Detail label={partLabels.name}>{name}</Detail>
        <Detail label={partLabels.email}>
          <EmailLink email={email} />
        </Detail>
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
      </dl>
      {notification ? (
        <div className="border-border mt-5 flex flex-wrap items-center justify-between gap-3 border-t pt-4">
          <p>
            <span className="font-semibold">Notification email: </span>
            <span className={notification.state === 'failed' ? 'text-danger' : ''}>{stateText(notification)}</span>
          </p>
          <Form method="post" action={action} preventScrollReset>
            <Button type="submit" className="btn-small" name="intent" value="send-again">
              Send the notification to us again
            </Button>
          </Form>
        </div>
      ) : null}
    </>
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

function stateText({ state, reason, attempts, sent }: NotificationStatus): string {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (state === 'sent') return sent ? `Sent ${sent}` : 'Sent';
  if (state === 'failed') return `Failed after ${tried}${reason ? `: ${reason}` : ''}`;
  return attempts ? `Waiting, ${tried} so far${reason ? `: ${reason}` : ''}` : 'Waiting to be sent';
}
