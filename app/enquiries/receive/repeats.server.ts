import { perApp, type App } from '#db/app.ts';

/** No double click, reload or impatient visitor repeats a form more often. */
const MOST_REPEATS = 40;
const SECONDS = 600;
const MOST_FORMS = 10_000;

/** Recent forms and how often each came, the oldest first. Each app counts in memory what reaches it. */
const findSent = perApp('repeated forms', () => new Map<string, { times: number; until: number }>());

/** @param key what makes two forms the same */
export function countSent(app: App, key: string): void {
  const sent = findSent(app);
  const times = countTimes(app, key) + 1;
  sent.set(key, { times, until: Date.now() + SECONDS * 1000 });
  if (sent.size > MOST_FORMS) sent.delete(sent.keys().next().value!);
}

/** Whether a form repeats as only a machine would. */
export const isSentTooOften = (app: App, key: string): boolean => countTimes(app, key) > MOST_REPEATS;

function countTimes(app: App, key: string): number {
  const { times, until } = findSent(app).get(key) ?? { times: 0, until: 0 };
  return Date.now() < until ? times : 0;
}
