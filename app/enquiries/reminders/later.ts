import { endOfLocalDay } from '../../time/dates.ts';
import { DAY_MS, HOUR_MS, onTheWall } from '../../time/local-time.ts';

/** Times with a button of their own, by the button's value. */
export const quickTimes = { tomorrow: 'Tomorrow 8:00', monday: 'Monday 8:00' };

/** In milliseconds since the epoch, like `now`; null for an unknown button. On a Monday, 'monday' is the next one. */
export function readQuickTime(button: string, now: number): number | null {
  const tomorrow = endOfLocalDay(now) + 8 * HOUR_MS;
  if (button === 'tomorrow') return tomorrow;
  const weekday = new Date(onTheWall(now)).getUTCDay();
  return button === 'monday' ? tomorrow + (6 - ((weekday + 6) % 7)) * DAY_MS : null;
}
