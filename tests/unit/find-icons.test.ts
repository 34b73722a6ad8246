import { expect, it } from 'vitest';
import { findIcons } from '#app/content/services/icon-picker.tsx';
import { iconNames } from '#app/content/services/service-icon.tsx';

it.each([
  ['helmet', 'HardHat'],
  ['warning', 'AlertTriangle'],
  ['crane', 'ArrowUpDown'],
  ['ship', 'Package'],
  ['Certificate', 'Award'],
  ['spanner', 'Wrench'],
  ['hard hat', 'HardHat'],
  ['load cell', 'Gauge'],
])('the search for "%s" finds %s', (search, icon) => expect(findIcons(search)).toContain(icon));

it('finds an icon by its name before icons with such a keyword', () =>
  expect(findIcons('check').slice(0, 2)).toEqual(['CheckCircle', 'Clipboard']));

it('gives all icons for an empty search, and none for what names nothing', () => {
  expect(findIcons(' ')).toEqual(iconNames);
  for (const search of ['unicorn', '!?', 'helmet unicorn']) expect(findIcons(search)).toEqual([]);
});
