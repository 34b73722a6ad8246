import { answerClock } from '../reminders/answer-clock.ts';
import type { MessageRow } from '../inbox/inbox.ts';

interface AnswerStateProps {
  of: Pick<MessageRow, 'answered' | 'receivedAt' | 'folder'>;
  /** In milliseconds since the epoch. */
  now: number;
  className?: string;
}

const looks = { calm: 'text-muted', soon: 'text-accent-text', late: 'text-danger' };

/** Says whether an enquiry was answered, or how much time is left. Outside the inbox nothing waits. */
export function AnswerState({ of: { answered, receivedAt, folder }, now, className = '' }: AnswerStateProps) {
  if (answered) return <Words look="text-ok" text={`Answered ${answered}`} className={className} />;
  if (folder !== 'inbox')
    return folder === 'trash' ? <span className={`text-muted ${className}`}>In trash</span> : null;
  const { text, urgency } = answerClock(Date.parse(receivedAt), now);
  return <Words look={looks[urgency]} text={text} className={className} />;
}

const Words = ({ look, text, className }: { look: string; text: string; className: string }) => (
  <span className={`${look} ${className}`} title={text}>
    {text}
  </span>
);
