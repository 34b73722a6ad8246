import { NoSymbolIcon } from '@heroicons/react/24/outline';
import { Button } from '../ui/button.tsx';
import { SignOutForm } from './sign-in/sign-out-form.tsx';

/** Signed in, but without a role record. */
export function AccessDenied() {
  return (
    <main className="entrance blueprint">
      <div className="entrance-panel">
        <NoSymbolIcon aria-hidden className="text-danger mb-4 size-12" />
        <h1 className="text-3xl">Access Denied</h1>
        <p className="mt-4">Your account doesn&apos;t have the required permissions.</p>
        <p className="mt-2">Please contact an administrator.</p>
        <SignOutForm className="mt-6">
          <Button type="submit" look="primary">
            Sign out
          </Button>
        </SignOutForm>
      </div>
    </main>
  );
}
