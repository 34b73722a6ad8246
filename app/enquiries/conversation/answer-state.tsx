import { useEffect, useState } from 'react';
import { answerClock } from '../reminders/answer-clock.ts';
import type { MessageRow } from '../inbox/inbox.ts';

interface AnswerStateProps {
  of: Pick<MessageRow, 'answered' | 'later' | 'waitsMs' | 'folder'>;
  /** When the page was loaded, in milliseconds since the epoch. */
  now: number;
  /** Uses the short form, such as '5 h' or '8 d late'. */
  isShort?: boolean;
  className?: string;
}

const colours = { calm: 'text-muted', soon: 'text-accent-text', late: 'text-danger' };

/** Only messages in the inbox have an answer clock. */
export function AnswerState({
  of: { answered, later, waitsMs, folder },
  now,
  isShort,
  className = '',
}: AnswerStateProps) {
  const passed = useTimePassed(now);
  const words = (look: string, text: string, short: string) => (
    <span className={`${look} ${className}`} title={text} aria-hidden={isShort}>
      {isShort ? short : text}
    </span>
  );
  if (later && folder === 'inbox') return words('text-muted', `Later: ${later}`, later.replace(/ \d{4},/, ''));
  if (answered) return words('text-ok', `Answered ${answered}`, 'Answered');
  if (folder !== 'inbox') return folder === 'trash' ? words('text-muted', 'In trash', 'In trash') : null;
  const { text, short, urgency } = answerClock(waitsMs, now + passed);
  return words(colours[urgency], text, short);
}

/** @returns the milliseconds since the page was loaded, to the minute */
function useTimePassed(loaded: number): number {
  const [passed, setPassed] = useState({ loaded, ms: 0 });
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setPassed({ loaded, ms: Date.now() - began }), 60_000);
    return () => clearInterval(timer);
  }, [loaded]);
  return passed.loaded === loaded ? passed.ms : 0;
}
