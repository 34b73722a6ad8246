import type { FormAnswer } from '../forms/answer.ts';
import { toText } from '../forms/typing/typed-values.ts';
import { TextField } from '../ui/field.tsx';

export const EmailField = ({ answer, errors }: { answer: FormAnswer | undefined; errors?: string[] | undefined }) => (
  <TextField
    id="email"
    name="email"
    type="email"
    label="Email"
    required
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    defaultValue={toText(answer?.result?.initialValue?.email)}
    errors={errors}
  />
);

/** Attributes of a field for the address of somebody else. Not in `ui/field.tsx`, which visitors load. */
export const othersEmail = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
