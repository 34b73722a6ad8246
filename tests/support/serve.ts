// The product as a process, like app/server.ts, but without pages rendered ahead: tests change pages far more often than
// they look at them, and each change would render and compress all pages.
import { startApp } from './app.ts';

const { stop, url } = await startApp(process.env as unknown as Parameters<typeof startApp>[0]);
console.log(`Serving ${url}`);
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
