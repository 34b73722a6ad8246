import { paths } from '../paths.ts';

/** Tells a signed-in admin, who sees the same screen as everybody, where maintenance is ended. */
export function AdminStrip() {
  return (
    <aside aria-label="For admins" className="text-navy-950 bg-amber-500 px-5 py-2.5 text-center font-medium">
      Maintenance mode is on: visitors see this screen.{' '}
      <a href={paths.admin.maintenance} className="font-semibold underline underline-offset-4">
        Open the maintenance panel
      </a>
    </aside>
  );
}
