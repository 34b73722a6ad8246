import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DocumentTextIcon, ShieldCheckIcon, ViewfinderCircleIcon } from '@heroicons/react/24/outline';
import { DocumentIcon } from '#app/content/documents/document-icon.tsx';

const drawn = renderToStaticMarkup;

it.each([
  ['Company Profile', DocumentTextIcon],
  ['PROFILE of safety', DocumentTextIcon],
  ['Our company mission', DocumentTextIcon],
  ['Safety manual', ShieldCheckIcon],
  ['h.s.e. policy', ShieldCheckIcon],
  ['H.S.E Mission', ShieldCheckIcon],
  ['Mission Statement', ViewfinderCircleIcon],
  ['Price list', DocumentTextIcon],
])('the card of "%s" has the icon that its title asks for, in any case', (title, Icon) =>
  expect(drawn(<DocumentIcon title={title} />)).toBe(drawn(<Icon aria-hidden />)),
);
