// For scripts of public pages as well, so without the formatters of `dates.ts`.
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const WEST_MS = 4 * HOUR_MS; // of Greenwich; Trinidad and Tobago keeps it all year

/** A moment as the company's clocks show it: '2026-11-24T14:30:00.000Z'. */
export const onTheWall = (ms: number): string => new Date(ms - WEST_MS).toISOString();

/** '14:30', or '14:30 on Tuesday 24 November' on another day. */
export function timeOrDay(ms: number, now: number): string {
  const [day, time] = onTheWall(ms).split('T') as [string, string];
  if (day === onTheWall(now).slice(0, 10)) return time.slice(0, 5);
  const isThisYear = day.slice(0, 4) === onTheWall(now).slice(0, 4);
  const words = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return `${time.slice(0, 5)} on ${words.format(Date.parse(day)).replace(',', '')}`; // not every browser puts one
}
