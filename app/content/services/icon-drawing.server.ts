import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServiceIcon } from './service-icon.tsx';

/** A service's icon as SVG text, for public pages: as a component it would bring all thirty along. */
export const iconDrawing = (name: string | null): string => renderToStaticMarkup(createElement(ServiceIcon, { name }));
