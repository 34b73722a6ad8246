import type { TimelineEntry } from '../inbox/inbox.ts';
import { TimelineItem } from './timeline-item.tsx';

export interface SinceThen {
  version: number;
  since: TimelineEntry[];
}

/** Shows that above what was typed. @param save the button that sends the form all the same */
export const sinceThen = (save: string) => ({
  title: 'Somebody else was here first',
  show: ({ since }: SinceThen) => (
    <ul className="grid gap-3">
      {since.map(({ id, ...what }) => (
        <li key={id} className="grid gap-1">
          <TimelineItem {...what} />
        </li>
      ))}
    </ul>
  ),
  save,
});
