import { useLocation } from '@remix-run/react';
import { errorTexts } from '../http/refusals/error-texts.ts';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';

/** What stands in the place of an admin page that cannot be shown. `reference` finds the request in the log. */
export function AdminError({ status, reference }: { status: number; reference?: string }) {
  const [title, text] = errorTexts(status, 'Please go back and try again.');
  const { pathname, search } = useLocation();
  return (
    <div className="grid max-w-xl gap-4" data-status={status} data-reference={reference}>
      <h1 className="text-2xl">{title}</h1>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        {status >= 500 ? (
          <RouteButton to={pathname + search} look="primary" reloadDocument>
            Try again
          </RouteButton>
        ) : null}
        <RouteButton to={paths.admin.dashboard} look={status >= 500 ? 'secondary' : 'primary'}>
          Go to Dashboard
        </RouteButton>
      </div>
      {status >= 500 && reference ? <p className="text-muted text-sm">{`Reference: ${reference}`}</p> : null}
    </div>
  );
}
