import { paths } from '../paths.ts';
import { Strip } from '../ui/strip.tsx';

const way = 'text-link cursor-pointer py-1 font-semibold underline underline-offset-4';

/** Tells a signed-in admin, who sees the same screen as everybody, how to look behind it and where it is ended. */
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
