import { renderToStaticMarkup } from 'react-dom/server';
import { MaintenanceScreen } from './maintenance-screen.tsx';

const made = new Map<string, string>();

/** Every page carries the screen: nobody has to ask for it at the moment when all open pages need it. */
export function screenTemplate(company: { name: string; email: string; phones: string[] }, isAdmin: boolean): string {
  const key = JSON.stringify([isAdmin, company]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const html = renderToStaticMarkup(
    <MaintenanceScreen message={null} until={null} company={company} retryHref="" isAdmin={isAdmin} />,
  );
  if (made.size > 8) made.clear();
  made.set(key, html);
  return html;
}
