import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** Signed in, but without a role record. */
export function AccessDenied() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
      <h1 className="text-3xl">Access Denied</h1>
      <p>Your account doesn't have the required permissions.</p>
      <p>Please contact an administrator.</p>
      <form method="post" action={paths.logout}>
        <Button type="submit" look="primary">
          Sign out
        </Button>
      </form>
    </main>
  );
}
