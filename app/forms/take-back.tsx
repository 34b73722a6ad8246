import { useEffect, useState } from 'react';
import { Form, useRevalidator } from '@remix-run/react';
import { Button } from '../ui/button.tsx';

export interface HeldReply {
  action: string;
  reply: string;
  leftMs: number;
}

const SENT_MS = 3000; // the queue polls every 2 s

/** The button disappears when the time is over. Without JavaScript it stays, and the server refuses it. */
export function TakeBack({ of: { action, reply, leftMs }, onOver }: { of: HeldReply; onOver?: () => void }) {
  const [left, setLeft] = useState(Math.ceil(leftMs / 1000));
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const end = performance.now() + leftMs;
    const tick = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 250);
    return () => clearInterval(tick);
  }, [leftMs]);
  const isOver = left === 0;
  useEffect(() => {
    if (!isOver) return;
    onOver?.();
    const timer = setTimeout(revalidate, SENT_MS); // then the page says 'Sent'
    return () => clearTimeout(timer);
  }, [isOver, onOver, revalidate]);
  return (
    <Form
      method="post"
      action={action}
      className="inline-flex min-h-9 flex-wrap items-center gap-x-3"
      onSubmit={onOver}
      preventScrollReset
    >
      <input type="hidden" name="reply" value={reply} />
      {isOver ? null : (
        <Button type="submit" className="btn-small" name="intent" value="take-back">
          Take back
        </Button>
      )}
      <span role="timer" className="text-muted text-sm tabular-nums">
        {isOver ? 'It is going out.' : `Goes out in ${left} ${left === 1 ? 'second' : 'seconds'}.`}
      </span>
    </Form>
  );
}
