import { NoSymbolIcon } from '@heroicons/react/24/outline';
import { Button } from '../ui/button.tsx';
import { Entrance } from './sign-in/entrance.tsx';
import { SignOutForm } from './sign-in/sign-out-form.tsx';

/** Signed in, but without a role record. */
export function AccessDenied() {
  return (
    <Entrance title="Access Denied" sign={<NoSymbolIcon aria-hidden className="text-danger mb-4 size-12" />}>
      <p className="mt-4">Your account doesn&apos;t have the required permissions.</p>
      <p className="mt-2">Please contact an administrator.</p>
      <SignOutForm className="mt-6">
        <Button type="submit" look="primary">
          Sign out
        </Button>
      </SignOutForm>
    </Entrance>
  );
}
