import type { Settings } from '#db/settings.ts';
import { countText } from '../../enquiries/inbox/inbox.ts';
import { isOn } from '../../schemas/is-on.ts';
import { z } from '../../schemas/zod.ts';

interface Setting<Value> {
  label: string;
  help: string;
  control: 'switch' | 'choice' | 'time';
  typed: z.ZodMiniType<Value, string | undefined>;
  /** For people to read. */
  show: (value: Value) => string;
  /** For the activity log. */
  tell: (value: Value) => string;
}

const setting = <Value>(one: Setting<Value>) => one;

const onOrOff = (label: string, help: string, tell: (isOn: boolean) => string) =>
  setting<boolean>({ label, help, control: 'switch', typed: isOn, show: (is) => (is ? 'Yes' : 'No'), tell });

const spans = ['12', '24', '36'] as const;
export const retentionOptions = [
  { value: '', label: 'Never' },
  ...spans.map((months) => ({ value: months, label: `${months} months` })),
];

const spanText = (months: number | null): string =>
  retentionOptions.find(({ value }) => value === String(months ?? ''))?.label ?? `${months} months`;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The settings of the settings form, in its order. Each has a column in `db/entities/settings.ts`. */
export const described = {
  acknowledgement: onOrOff(
    'Acknowledge enquiries by mail',
    'Whoever sends an enquiry gets a mail with its reference, the promise of an answer within 24 hours and your phone numbers, and nothing of what was typed. An address gets at most one a day, and all together 100 an hour. Suspected spam gets none.',
    (isSent) => `acknowledgements ${isSent ? 'on' : 'off'}`,
  ),
  retentionMonths: setting<number | null>({
    label: 'Delete enquiries older than',
    help: 'Every night, and for good: answered or not, with their replies, notes and all else that belongs to them.',
    control: 'choice',
    typed: z.pipe(
      z.optional(z.enum(spans, 'Please choose from the list')),
      z.transform((months) => (months ? Number(months) : null)),
    ),
    show: spanText,
    tell: (months) => `enquiries deleted ${months ? `after ${spanText(months)}` : 'never'}`,
  }),
  saySpeed: onOrOff(
    'Say so in public',
    'The contact page then says how fast half of the enquiries of the last 90 days were answered, as the dashboard does, while there were 20 and more.',
    (isSaid) => `the contact page ${isSaid ? 'says' : 'does not say'} how fast enquiries are answered`,
  ),
  secondFactorForAdmins: onOrOff(
    'Second factor required for admins',
    'An admin without one is led to set it up, and sees nothing else of the staff area before that. It counts at once, for you as well: have your phone at hand.',
    (isRequired) => `second factor ${isRequired ? '' : 'not '}required for admins`,
  ),
  backupAt: setting<string | null>({
    label: 'Back up daily at',
    help: 'Trinidad & Tobago time. Those of 7 days and 4 weeks are kept: see Backups.',
    control: 'time',
    typed: z.pipe(
      z.optional(z.string().check(z.refine((at) => !at || TIME.test(at), 'Please enter a time as HH:MM'))),
      z.transform((at) => at || null),
    ),
    show: (at) => at ?? 'Never',
    tell: (at) => `backups ${at ? `daily at ${at}` : 'never'}`,
  }),
};
type Described = typeof described;
export const settingNames = Object.keys(described) as (keyof Described)[];

type Fields = Omit<Settings, 'version'>;

const pickPart = <Part extends keyof Setting<unknown>>(part: Part) =>
  Object.fromEntries(settingNames.map((name) => [name, described[name][part]])) as {
    [Name in keyof Described]: Described[Name][Part];
  };

export const SAVE_FAILED = 'Failed to save settings';

/** The settings form. `deletes` is the span whose deletions staff confirmed; a save without a version is outdated. */
export const settingsSchema = z.object({
  ...pickPart('typed'),
  deletes: z.catch(z.optional(z.string()), undefined),
  version: z.catch(z.int32(), 0),
});
export type NewSettings = z.infer<typeof settingsSchema>;

export function changedText(old: Fields, fields: Partial<Fields>): string {
  const texts = { ...pickPart('tell'), mailTo: (addresses: string | null) => `enquiries told to ${addresses}` };
  const names = (Object.keys(fields) as (keyof Fields)[]).filter((name) => old[name] !== fields[name]);
  return `Changed settings: ${names.map((name) => texts[name](fields[name] as never)).join(', ')}`;
}

/** @param count counted up to `MORE` */
export function deletionText(count: number, months: number | null): string {
  const span = `older than ${spanText(months)} and will be deleted tonight, for good.`;
  return count === 1 ? `1 enquiry is ${span}` : `${countText(count)} enquiries are ${span}`;
}
