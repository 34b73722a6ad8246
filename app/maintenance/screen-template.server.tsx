import { renderToStaticMarkup } from 'react-dom/server';
import { MaintenanceScreen } from './maintenance-screen.tsx';

type Company = { name: string; email: string; phones: string[] };

/** Every page carries the screen: nobody has to ask for it at the moment when all open pages need it. */
export const screenTemplate = (company: Company, isAdmin: boolean): string =>
  renderToStaticMarkup(
    <MaintenanceScreen message={null} until={null} company={company} retryHref="" isAdmin={isAdmin} />,
  );
