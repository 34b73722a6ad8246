import { perApp, type App } from '#db/app.ts';

/** More than any double click, reload or impatient visitor makes of one form. */
const MOST_REPEATS = 40;
const SECONDS = 600;
const MOST_FORMS = 10_000;

/** How often each form was sent lately, oldest form first. In memory: each app counts what reaches it. */
const findSent = perApp('repeated forms', () => new Map<string, { times: number; until: number }>());

/** Counts that a form was sent and taken, again or for the first time. @param key what makes two forms the same */
export function countSent(app: App, key: string): void {
  const sent = findSent(app);
  const times = timesSent(app, key) + 1;
  sent.set(key, { times, until: Date.now() + SECONDS * 1000 });
  if (sent.size > MOST_FORMS) sent.delete(sent.keys().next().value!);
}

/** Whether a form comes again and again, as only machines send it. */
export const isSentTooOften = (app: App, key: string): boolean => timesSent(app, key) > MOST_REPEATS;

function timesSent(app: App, key: string): number {
  const { times, until } = findSent(app).get(key) ?? { times: 0, until: 0 };
  return Date.now() < until ? times : 0;
}
