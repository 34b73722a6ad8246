import { typedLine } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { passwordAgain } from '../staff.schema.ts';

export const NAME_MAX = 60;
export const MOST_PASSKEYS = 20;
export const NOT_ADDED = 'The passkey could not be added. Please try again.';
export const NOT_ACCEPTED = 'This passkey was not accepted. Please sign in with your password.';
export const NOT_NOW = 'Passkeys do not work at the moment. Please try again in a minute.';

const passkeyName = typedLine(NAME_MAX, `At most ${NAME_MAX} characters`).check(
  z.minLength(1, 'Please give it a name'),
);

/** `credential` is the JSON that the browser has made or signed. */
const end = z.object({ intent: z.literal('end'), credential: z.string().check(z.maxLength(32_000)) });
const begin = z.literal('begin');
export const addSchema = z.discriminatedUnion('intent', [
  z.object({ intent: begin, name: passkeyName, password: passwordAgain }),
  end,
]);
export const signInSchema = z.discriminatedUnion('intent', [z.object({ intent: begin }), end]);

const encoded = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/));
const credentialId = encoded(1400); // 1023 bytes at most
const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

export const madeSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded(8000),
    attestationObject: encoded(20_000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
});

export const signedSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded(8000),
    authenticatorData: encoded(8000),
    signature: encoded(8000),
    userHandle: encoded(100),
  }),
});
