import { TextField } from '../ui/text-field.tsx';

/** The password where it was given too long ago. */
export function PasswordAgain({ id, errors }: { id: string; errors: string[] | undefined }) {
  return (
    <TextField
      id={id}
      name="password"
      type="password"
      label="Your password"
      help="You last gave it more than 10 minutes ago."
      required
      autoComplete="current-password"
      errors={errors}
    />
  );
}
