import { useLocation } from '@remix-run/react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';

const texts: Record<number, [title: string, text: string]> = {
  404: [
    '404 Page Not Found',
    "Sorry, we couldn't find the page you're looking for. The page may have been moved or doesn't exist.",
  ],
  503: ['This is not available just now', 'Please try again in a minute.'],
};

/** What stands in the place of an admin page that cannot be shown. `reference` finds the request in the log. */
export function AdminError({ status, reference }: { status: number; reference?: string }) {
  const [title, text] = texts[status] ?? ['Something went wrong', 'It has been noted. Please go back and try again.'];
  const { pathname, search } = useLocation();
  return (
    <div className="grid max-w-xl gap-4" data-status={status} data-reference={reference}>
      <h1 className="text-2xl">{title}</h1>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        {status >= 500 ? (
          <ButtonLink to={pathname + search} look="primary" reloadDocument>
            Try again
          </ButtonLink>
        ) : null}
        <ButtonLink to={paths.admin.dashboard} look={status >= 500 ? 'secondary' : 'primary'}>
          Go to Dashboard
        </ButtonLink>
      </div>
      {status >= 500 && reference ? <p className="text-muted text-sm">{`Reference: ${reference}`}</p> : null}
    </div>
  );
}
