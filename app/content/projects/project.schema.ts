import type { StoredPicture } from '#db/entities/content.ts';
import type { Found } from '../../ui/site/page-meta.ts';
import { describePicture, type GivenPicture } from '../pictures/picture.ts';
import { FOUND_LENGTH, FOUND_TOO_LONG, makeFound } from '../texts/found.ts';
import { ENDS_FIRST, timeSchema } from '../../maintenance/maintenance.schema.ts';
import { typedLine, typedText } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { localDateTime } from '../../time/dates.ts';
import { onTheWall } from '../../time/local-time.ts';
import { timeIn } from '../../time/typed-time.ts';

export type ProjectForm = z.infer<typeof projectSchema>;
export type ProjectFields = Omit<ProjectForm, 'agreed' | 'formId' | 'version' | 'intent'>;

export interface ManagedProject extends ProjectFields {
  id: number;
  version: number;
  pictures: StoredPicture[];
}

/** Labels for the history and for conflicts. */
export const projectNames = {
  title: 'Title',
  slug: 'Address',
  place: 'Place',
  sector: 'Sector',
  month: 'Month',
  content: 'Text',
  figures: 'Figures',
  client: 'Client',
  status: 'State',
  publishFrom: 'From',
  publishUntil: 'Until',
  pictures: 'Pictures',
  seoTitle: 'Heading in searches',
  seoDescription: 'Description in searches',
  seoPicture: 'Picture when shared',
} satisfies Record<Exclude<keyof ManagedProject, 'id' | 'version'>, string>;

/** 'Tandem lift, 48 t' becomes 'tandem-lift-48-t'. */
export const makeSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '');

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** '2026-05' becomes 'May 2026'. */
export const nameMonth = (month: string): string => (month ? monthName.format(Date.parse(month)) : '');

/** Also takes 'May 2026', which is typed where a browser has no field for months; null for anything else. */
function readMonth(typed: string): string | null {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(typed)) return typed;
  const time = /^[a-z]{3,9}\.? \d{4}$/i.test(typed) ? Date.parse(`1 ${typed} UTC`) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 7);
}

/** @param now in milliseconds since the epoch */
export function describeState({ status, publishFrom, publishUntil }: Schedule, now: number) {
  const { from, until } = readSchedule({ publishFrom, publishUntil });
  const at = (ms: number) => localDateTime(new Date(ms));
  if (status === 'draft') return 'Draft';
  if (until <= now) return `Ended ${at(until)}`;
  if (from > now) return `To be published ${at(from)}`;
  return until < Infinity ? `Published until ${at(until)}` : 'Published';
}
type Schedule = Pick<ProjectFields, 'status' | 'publishFrom' | 'publishUntil'>;

/** In milliseconds since the epoch. */
export const readSchedule = ({ publishFrom, publishUntil }: Omit<Schedule, 'status'>) => ({
  from: timeIn(publishFrom) ?? -Infinity,
  until: timeIn(publishUntil) ?? Infinity,
});

export const TAKEN = 'Another project has or had this address';
const NO_SLUG = 'Please use letters or digits, such as tandem-lift-of-a-column';
const NO_MONTH = 'Please give a month, such as 2026-05 or May 2026';
const NO_FIGURE = 'Each line needs a name, a colon and a value, such as “Load: 48 t”';
const NOT_AGREED = 'Please tick this once the client has agreed, or leave the name out';
const MOST_FIGURES = 12;
export const MOST_PICTURES = 12;

export const describeShared = (pictures: readonly StoredPicture[], key: string): string => {
  const chosen = pictures.find((picture) => picture.key === key);
  return chosen ? describePicture(chosen) : 'Its first picture';
};

/** What search engines and shared links get; pages use the title and text for parts that are left out. */
export function readProjectFound({ title, seoTitle, seoDescription, seoPicture, pictures }: FoundFields): Found {
  const shared = pictures.find(({ key }) => key === seoPicture) ?? pictures[0];
  return makeFound(seoTitle, seoDescription, shared && { ...shared, alt: shared.alt || title });
}
type FoundFields = Pick<ProjectFields, 'title' | 'seoTitle' | 'seoDescription' | 'seoPicture'> & {
  pictures: GivenPicture[];
};

/** At most 160 characters, with the items of lists joined by semicolons. */
export function summarise(content: string): string {
  const words = content.replace(/(?<=\w)\n+ *- /g, '; ').replace(/^ *- /gm, '');
  const plain = words.replace(/\s+/g, ' ');
  return plain.length > 160 ? plain.slice(0, 160).replace(/[.:;,]?\s\S*$/, '') + '…' : plain;
}

/** A line as `reader` reads it; null is an error. */
const read = (error: string, reader: (typed: string) => string | null) =>
  z.pipe(
    typedLine(200),
    z.transform((typed, context) => {
      const value = typed && reader(typed);
      if (value === null) context.issues.push({ code: 'custom', message: error, input: typed });
      return value ?? '';
    }),
  );
const time = z.pipe(timeSchema, z.transform((ms) => (ms === null ? '' : onTheWall(ms).slice(0, 19).replace(/:00$/, '')))); // oxfmt-ignore

const needed = ['place', 'sector', 'month', 'content'] as const;
type Needed = Record<'status' | (typeof needed)[number], string>;

/** A draft needs only a title. */
export const projectSchema = z
  .object({
    title: typedLine(200).check(z.minLength(1, 'Please enter a title')),
    slug: read(NO_SLUG, (typed) => makeSlug(typed) || null),
    place: typedLine(200),
    sector: typedLine(200),
    month: read(NO_MONTH, readMonth),
    content: typedText(10_000),
    figures: typedText(2000).check(
      z.overwrite((typed) => typed.replace(/[^\S\n]+/g, ' ').replace(/ ?\n\s*/g, '\n')),
      z.refine((typed) => !typed || typed.split('\n').every((each) => /^[^:]+: ?\S/.test(each)), NO_FIGURE),
      z.refine((typed) => typed.split('\n').length <= MOST_FIGURES, `Please give at most ${MOST_FIGURES} figures`),
    ),
    client: typedLine(200),
    agreed: z.optional(z.literal('on')),
    status: z.catch(z.enum(['draft', 'published']), 'draft'),
    publishFrom: time,
    publishUntil: time,
    seoTitle: typedLine(FOUND_LENGTH, FOUND_TOO_LONG),
    seoDescription: typedLine(FOUND_LENGTH, FOUND_TOO_LONG),
    seoPicture: typedLine(100),
    version: z.catch(z.int32(), 0),
    formId: z.optional(z.string().check(z.maxLength(100))),
    intent: z.catch(z.optional(z.literal('preview')), undefined),
  })
  .check(
    z.refine(({ client, agreed }) => !client || Boolean(agreed), { path: ['agreed'], error: NOT_AGREED }),
    z.refine((schedule) => readSchedule(schedule).from < readSchedule(schedule).until, {
      path: ['publishUntil'],
      error: ENDS_FIRST,
    }),
    ...needed.map((name) =>
      z.refine<Needed>((project) => project.status === 'draft' || Boolean(project[name]), {
        path: [name],
        error: 'Please fill this in before the project is published',
      }),
    ),
  );
