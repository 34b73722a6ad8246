import { paths } from '../../paths.ts';
import { Strip } from '../../ui/strip.tsx';

/** Says above a page that visitors do not see it. `<live-status>` takes it away when they do. */
export function LookStrip() {
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
