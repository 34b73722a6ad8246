import { bareEmail, emailSchema } from '../../schemas/email.ts';
import { readBy } from '../../schemas/read-by.ts';
import { z } from '../../schemas/zod.ts';

export const MOST_ADDRESSES = 10;
const MOST_NAMED = 5;
const judged = emailSchema('');

/** @param typed one address a line, or a pasted list with commas @returns the list with commas, or what is wrong */
function readAddresses(typed = ''): { value: string } | { wrong: string } {
  const given = typed.split(/[\n,;]/).flatMap((each) => bareEmail(each) || []);
  const bad = given.filter((each) => !judged.safeParse(each).success);
  const more = bad.length > MOST_NAMED ? ` and ${bad.length - MOST_NAMED} more` : '';
  const what = bad.length === 1 ? 'This is no address' : 'These are no addresses';
  if (bad.length) return { wrong: `${what}: ${bad.slice(0, MOST_NAMED).join(', ')}${more}` };
  const addresses = [...new Map(given.map((each) => [each.toLowerCase(), each])).values()];
  if (!addresses.length) return { wrong: 'Please name at least one address, or nobody is told of enquiries' };
  if (addresses.length > MOST_ADDRESSES) return { wrong: `Please name at most ${MOST_ADDRESSES} addresses` };
  return { value: addresses.join(', ') };
}

export const mailToSchema = z.object({
  intent: z.literal('save'),
  mailTo: readBy(readAddresses),
  version: z.catch(z.int32(), 0),
});
