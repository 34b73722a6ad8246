import { renderToStaticMarkup } from 'react-dom/server';
import { perApp, type App } from '#db/app.ts';
import { MaintenanceScreen } from './maintenance-screen.tsx';

const findMade = perApp('screen templates', () => new Map<string, string>());
type Company = { name: string; email: string; phones: string[] };

/** Every page carries the screen: nobody has to ask for it at the moment when all open pages need it. */
export function screenTemplate(app: App, company: Company, isAdmin: boolean): string {
  const made = findMade(app);
  const key = JSON.stringify([isAdmin, company]);
  if (made.size > 8) made.clear();
  if (!made.has(key)) {
    const screen = { message: null, until: null, company, retryHref: '', isAdmin };
    made.set(key, renderToStaticMarkup(<MaintenanceScreen {...screen} />));
  }
  return made.get(key)!;
}
