import { Form } from '@remix-run/react';
import { Button } from '../ui/button.tsx';
import type { Happening } from './inbox.ts';

const words: Record<Happening['kind'], string> = {
  received: 'Received',
  notified: 'Notification sent',
  'not-notified': 'Notification failed',
  read: 'First read',
  answered: 'Marked answered',
  reopened: 'Marked not answered',
  note: 'Note',
  'not-spam': 'Marked as no spam',
  trashed: 'Moved to trash',
  restored: 'Restored',
};

interface WhatHappenedProps {
  happenings: Happening[];
  /** Whose notes can be deleted: an e-mail address. */
  reader: string;
  action: string;
}

/** All that happened to an enquiry, oldest first. */
export function WhatHappened({ happenings, reader, action }: WhatHappenedProps) {
  return (
    <section aria-labelledby="what-happened" className="border-border border-t pt-4">
      <h3 id="what-happened" className="text-base">
        What happened
      </h3>
      <ol className="mt-2 grid gap-2">
        {happenings.map(({ id, kind, at, who, text }) => (
          <li key={id ?? kind} className="grid gap-1">
            <span className="text-sm">
              <span className="font-semibold">{words[kind]}</span>
              <span className="text-muted wrap-anywhere">{[at && `, ${at}`, who && ` by ${who}`]}</span>
            </span>
            {text ? (
              <span className="bg-surface border-border block border-l-4 px-4 py-2 wrap-anywhere whitespace-pre-wrap">
                {text}
              </span>
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
