import { useRouteLoaderData } from '@remix-run/react';
import { TextField } from '../../ui/field.tsx';

interface PasswordAgainProps {
  /** Tells the field from those of other forms. */
  id: string;
  /** Whether it was given too long ago. */
  isAsked: boolean;
  errors: readonly string[] | undefined;
}

/** Asks for the password again, where the server does. */
export function PasswordAgain({ id, isAsked, errors }: PasswordAgainProps) {
  const layout = useRouteLoaderData('admin/admin.layout') as { staff: { email: string } } | undefined;
  if (!isAsked && !errors) return null;
  return (
    <>
      {/* tells password managers whose password it is */}
      <input type="text" name="username" autoComplete="username" value={layout?.staff.email} readOnly hidden />
      <TextField
        id={id}
        name="password"
        type="password"
        label="Your password"
        help="It is more than 10 minutes since you gave it."
        required
        autoComplete="current-password"
        errors={errors}
      />
    </>
  );
}
