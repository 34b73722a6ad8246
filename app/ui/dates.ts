const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'America/Port_of_Spain' });

/** A date as staff read it, such as '21 November 2026', in the company's time zone. */
export const localDay = (date: Date): string => day.format(date);
