import { answerClock } from '../reminders/answer-clock.ts';
import type { MessageRow } from '../inbox/inbox.ts';

interface AnswerStateProps {
  of: Pick<MessageRow, 'answered' | 'later' | 'waitsMs' | 'folder'>;
  /** In milliseconds since the epoch. */
  now: number;
  /** For where there is no room: '5 h', '8 d late'. */
  isShort?: boolean;
  className?: string;
}

const looks = { calm: 'text-muted', soon: 'text-accent-text', late: 'text-danger' };

/** Outside the inbox nothing waits. */
export function AnswerState({
  of: { answered, later, waitsMs, folder },
  now,
  isShort,
  className = '',
}: AnswerStateProps) {
  const words = (look: string, text: string, short: string) => (
    <span className={`${look} ${className}`} title={text} aria-hidden={isShort}>
      {isShort ? short : text}
    </span>
  );
  if (later && folder === 'inbox') return words('text-muted', `Later: ${later}`, later.replace(/ \d{4},/, ''));
  if (answered) return words('text-ok', `Answered ${answered}`, 'Answered');
  if (folder !== 'inbox') return folder === 'trash' ? words('text-muted', 'In trash', 'In trash') : null;
  const { text, short, urgency } = answerClock(waitsMs, now);
  return words(looks[urgency], text, short);
}
