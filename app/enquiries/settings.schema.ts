import { COUNTED_MAX, MORE } from './inbox/inbox.ts';
import { bareEmail, emailSchema } from '../schemas/email.ts';
import { isOn } from '../schemas/is-on.ts';
import { z } from '../schemas/zod.ts';

/** What admins set for the whole product, as `db/entities/settings.ts` tells. */
export type Settings = typeof asDelivered;
export const asDelivered = {
  acknowledgement: false,
  retentionMonths: null as number | null,
  saySpeed: false,
  secondFactorForAdmins: false,
  mailTo: null as string | null,
  backupAt: null as string | null,
  /** Counts the saves; a save on an older one is refused. */
  version: 1,
};

export const SAVE_FAILED = 'Failed to save settings';

const spans = ['12', '24', '36'] as const;
export const retentionOptions = [
  { value: '', label: 'Never' },
  ...spans.map((months) => ({ value: months, label: `${months} months` })),
];

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The settings form. `deletes` is the span whose deletions were shown and meant; a save without a version is outdated. */
export const settingsSchema = z.object({
  acknowledgement: isOn,
  retentionMonths: z.pipe(
    z.optional(z.enum(spans, 'Please choose from the list')),
    z.transform((months) => (months ? Number(months) : null)),
  ),
  saySpeed: isOn,
  secondFactorForAdmins: isOn,
  backupAt: z.pipe(
    z.optional(z.string().check(z.refine((at) => !at || TIME.test(at), 'Please enter a time as HH:MM'))),
    z.transform((at) => at || null),
  ),
  deletes: z.catch(z.optional(z.string()), undefined),
  version: z.catch(z.int32(), 0),
});
export type NewSettings = z.infer<typeof settingsSchema>;

export const MOST_ADDRESSES = 10;
const MOST_NAMED = 5;
const judged = emailSchema('');

/** @param typed one address a line; commas do as well, since lists are pasted @returns the list with commas, or what is wrong */
function readAddresses(typed: string): { addresses: string } | { wrong: string } {
  const given = typed.split(/[\n,;]/).flatMap((each) => bareEmail(each) || []);
  const bad = given.filter((each) => !judged.safeParse(each).success);
  const more = bad.length > MOST_NAMED ? ` and ${bad.length - MOST_NAMED} more` : '';
  const what = bad.length === 1 ? 'This is no address' : 'These are no addresses';
  if (bad.length) return { wrong: `${what}: ${bad.slice(0, MOST_NAMED).join(', ')}${more}` };
  const addresses = [...new Map(given.map((each) => [each.toLowerCase(), each])).values()];
  if (!addresses.length) return { wrong: 'Please name at least one address, or nobody is told of enquiries' };
  if (addresses.length > MOST_ADDRESSES) return { wrong: `Please name at most ${MOST_ADDRESSES} addresses` };
  return { addresses: addresses.join(', ') };
}

export const mailToSchema = z.object({
  intent: z.literal('save'),
  mailTo: z.pipe(
    z.optional(z.string()),
    z.transform((typed = '', context) => {
      const read = readAddresses(typed);
      if ('addresses' in read) return read.addresses;
      context.issues.push({ code: 'custom', message: read.wrong, input: typed });
      return z.NEVER;
    }),
  ),
  version: z.catch(z.int32(), 0),
});

type Fields = Omit<Settings, 'version'>;
const texts: { [Name in keyof Fields]: (value: Fields[Name]) => string } = {
  acknowledgement: (isSent) => `acknowledgements ${isSent ? 'on' : 'off'}`,
  retentionMonths: (months) => `enquiries deleted ${months ? `after ${spanText(months)}` : 'never'}`,
  saySpeed: (isSaid) => `the contact page ${isSaid ? 'says' : 'does not say'} how fast enquiries are answered`,
  secondFactorForAdmins: (isRequired) => `second factor ${isRequired ? '' : 'not '}required for admins`,
  mailTo: (addresses) => `enquiries told to ${addresses}`,
  backupAt: (at) => `backups ${at ? `daily at ${at}` : 'never'}`,
};

/** What a save changed, for the activity log. */
export function changedText(old: Fields, fields: Partial<Fields>): string {
  const text = <Name extends keyof Fields>(name: Name) => texts[name](fields[name]!);
  const names = (Object.keys(fields) as (keyof Fields)[]).filter((name) => old[name] !== fields[name]);
  return `Changed settings: ${names.map(text).join(', ')}`;
}

export const spanText = (months: number | null): string =>
  retentionOptions.find(({ value }) => value === String(months ?? ''))?.label ?? `${months} months`;

/** What a span would delete. @param count counted up to `MORE` */
export function deletionText(count: number, months: number | null): string {
  const span = `older than ${spanText(months)} and will be deleted tonight, for good.`;
  if (count === 1) return `1 enquiry is ${span}`;
  const many = count >= MORE ? `More than ${COUNTED_MAX.toLocaleString('en-US')}` : count.toLocaleString('en-US');
  return `${many} enquiries are ${span}`;
}
