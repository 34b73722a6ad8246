import { DAY_MS, HOUR_MS } from '../../time/local-time.ts';

const MINUTE_MS = 60_000;
const WARN_MS = 4 * HOUR_MS;

/** The site promises an answer within this time. */
export const ANSWER_MS = DAY_MS;

export type Urgency = 'calm' | 'soon' | 'late';

/** Such as 'Answer due in 5 h' or 'Overdue by 2 h'. @param received and `now` in milliseconds since the epoch */
export function answerClock(received: number, now: number): { text: string; short: string; urgency: Urgency } {
  // Capped, because a clock behind the database's would show more.
  const left = Math.min(ANSWER_MS, received + ANSWER_MS - now);
  if (left < 0) {
    const late = duration(-left, Math.floor);
    return { text: `Overdue by ${late}`, short: `${late.replace('days', 'd')} late`, urgency: 'late' };
  }
  const due = duration(left, Math.ceil);
  return { text: `Answer due in ${due}`, short: due, urgency: left <= WARN_MS ? 'soon' : 'calm' };
}

const count = (n: number, unit: string) => `${n.toLocaleString('en-US')} ${unit}${n === 1 ? '' : 's'}`;

/** Rounded down, such as '5 hours'. */
export function longDuration(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  if (ms < HOUR_MS) return count(Math.floor(ms / MINUTE_MS), 'minute');
  return ms < 2 * DAY_MS ? count(Math.floor(ms / HOUR_MS), 'hour') : count(Math.floor(ms / DAY_MS), 'day');
}

/** In minutes up to an hour, in hours up to four days, then in days. */
export function duration(ms: number, round: (n: number) => number): string {
  if (ms < HOUR_MS) {
    const minutes = round(ms / MINUTE_MS);
    return minutes < 60 ? `${minutes} min` : '1 h';
  }
  if (ms < 4 * DAY_MS) return `${round(ms / HOUR_MS)} h`;
  return `${round(ms / DAY_MS)} days`;
}

/** Such as '3 hours', rounded up so that the promise stays true. */
export function hoursText(ms: number): string {
  const hours = Math.max(1, Math.ceil(ms / HOUR_MS));
  return hours > 48 ? count(Math.ceil(hours / 24), 'day') : count(hours, 'hour');
}
