import { describedBy, Field } from '../ui/field.tsx';

interface PasswordAgainProps {
  /** Tells the field from those of other forms. */
  id: string;
  /** Whose password it is: tells password managers. */
  email: string;
  /** Whether it was given too long ago. */
  isAsked: boolean;
  errors: string[] | undefined;
}

/** Asks for the password again, where the server does. */
export function PasswordAgain({ id, email, isAsked, errors }: PasswordAgainProps) {
  if (!isAsked && !errors) return null;
  const help = 'It is some time since you gave it.';
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field id={id} label="Your password" help={help} errors={errors} className="max-w-md">
        <input
          id={id}
          name="password"
          type="password"
          required
          autoComplete="current-password"
          className="control"
          {...describedBy(id, { help, errors })}
        />
      </Field>
    </>
  );
}
