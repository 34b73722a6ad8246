import { renderToStaticMarkup } from 'react-dom/server';
import { AdminStrip } from './admin-strip.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';

interface Company {
  name: string;
  email: string;
  phones: string[];
}

const made = new Map<string, string>();

/**
 * The screen that an open page shows when maintenance begins. Every page carries it: nobody has to ask for it at the
 * moment when all open pages need it and the server may be busy with what the maintenance is for.
 * @param isAdmin whether a signed-in admin reads the page
 */
export function screenTemplate(company: Company, isAdmin: boolean): string {
  const { name, email, phones } = company;
  const key = JSON.stringify([isAdmin, company]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const html = renderToStaticMarkup(
    <MaintenanceScreen
      message={null}
      until={null}
      companyName={name}
      email={email}
      phone={phones[0] ?? ''}
      retryHref=""
      adminStrip={isAdmin ? <AdminStrip /> : null}
    />,
  );
  if (made.size > 8) made.clear();
  made.set(key, html);
  return html;
}
