import { bindApp, type App } from './app.ts';
import type { Connection } from './connection.ts';
import { openOrm } from './orm.ts';

/**
 * Opens an app on a database, which it connects to on first use. The caller closes `orm`.
 * @param parts without a clock, the app uses the machine's
 */
export async function openApp(
  { clock = Date, ...parts }: Omit<App, 'orm' | 'held' | 'clock'> & Partial<Pick<App, 'clock'>>,
  connection: Connection,
): Promise<App> {
  const app = { ...parts, clock, orm: await openOrm(connection), held: new Map<string, unknown>() };
  bindApp(app);
  return app;
}
