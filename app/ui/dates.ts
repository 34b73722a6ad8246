const timeZone = 'America/Port_of_Spain';
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone });

/** A date as people read it, such as '21 November 2026', in the company's time zone. */
export const localDay = (date: Date): string => day.format(date);

/** The year of a date in the company's time zone. */
export const localYear = (date: Date): number => Number(year.format(date));
