import { EyeIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';

/** Starts and stops a preview. Plain forms: the public pages are documents of their own. */
export function SeeTheSite({ isLooking }: { isLooking: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      <form method="post" action={paths.admin.preview}>
        <Button type="submit" className="btn-small">
          <EyeIcon aria-hidden className="size-4" />
          See the site
        </Button>
      </form>
      {isLooking ? (
        <form method="post" action={paths.stopLooking}>
          <Button type="submit" look="quiet" className="btn-small">
            Stop looking
          </Button>
        </form>
      ) : null}
    </div>
  );
}
