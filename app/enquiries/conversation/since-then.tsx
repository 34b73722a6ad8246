import type { Happening } from '../inbox/inbox.ts';
import { Happened } from './what-happened.tsx';

/** What staff did about an enquiry after a form was opened. */
export interface SinceThen {
  version: number;
  since: Happening[];
}

/** How a form shows that above what was typed in it. @param save the button that sends it all the same */
export const sinceThen = (save: string) => ({
  title: 'Somebody else was here first',
  show: ({ since }: SinceThen) => (
    <ul className="grid gap-3">
      {since.map(({ id, ...what }) => (
        <li key={id} className="grid gap-1">
          <Happened {...what} />
        </li>
      ))}
    </ul>
  ),
  save,
});
