import { Link } from '@remix-run/react';
import { EyeIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Strip } from '../ui/strip.tsx';

const way = 'text-link cursor-pointer py-1 font-semibold underline underline-offset-4';

/** `<live-status>` hides it when visitors see the page again. */
export const PreviewStrip = () => (
  <div data-look>
    <Strip label="Look behind the screen">
      Visitors see the maintenance screen.{' '}
      <form method="post" action={paths.stopLooking} className="inline">
        <button type="submit" className={way}>
          Stop looking
        </button>
      </form>
    </Strip>
  </div>
);

/** A signed-in admin sees the same screen as everybody, and this above it. */
export const AdminStrip = () => (
  <Strip label="For admins">
    Maintenance mode is on: visitors see this screen.{' '}
    <form method="post" action={paths.admin.preview} className="inline">
      <button type="submit" className={way}>
        See the site
      </button>
    </form>{' '}
    or{' '}
    <a href={paths.admin.maintenance} className={way}>
      Open the maintenance panel
    </a>
  </Strip>
);

/** On every staff page. */
export const StaffStrip = ({ isAdmin }: { isAdmin: boolean }) => (
  <Strip label="Maintenance">
    Maintenance mode is on: visitors see the maintenance screen.{' '}
    {isAdmin ? (
      <Link to={paths.admin.maintenance} className={way}>
        Open the maintenance panel
      </Link>
    ) : null}
  </Strip>
);

/** Plain forms: the public pages are documents of their own. */
export const SeeTheSite = ({ isLooking }: { isLooking: boolean }) => (
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
