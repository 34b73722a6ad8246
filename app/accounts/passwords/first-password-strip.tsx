import { Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { Strip } from '../../ui/strip.tsx';

/** Says on every page that the password which the first start has printed is still in use. */
export function FirstPasswordStrip() {
  return (
    <Strip label="First password">
      This account still has the password that was printed at the first start.{' '}
      <Link to={paths.admin.account} className="text-link font-semibold underline underline-offset-4">
        Change it now
      </Link>
    </Strip>
  );
}
