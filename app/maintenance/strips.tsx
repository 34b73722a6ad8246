import { paths } from '../paths.ts';
import { Strip } from '../ui/strip.tsx';

/** `<live-status>` hides it when visitors see the page again. */
export function PreviewStrip() {
  return (
    <div data-look>
      <Strip label="Look behind the screen">
        Visitors see the maintenance screen.{' '}
        <form method="post" action={paths.stopLooking} className="inline">
          <button type="submit" className="text-link cursor-pointer py-1 font-semibold underline underline-offset-4">
            Stop looking
          </button>
        </form>
      </Strip>
    </div>
  );
}

const way = 'text-link cursor-pointer py-1 font-semibold underline underline-offset-4';

/** A signed-in admin sees the same screen as everybody, and this above it. */
export function AdminStrip() {
  return (
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
}
