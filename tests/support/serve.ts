// The product as a process of its own, as app/server.ts, that makes no page before somebody asks: tests change what
// pages show far more often than they look at them, and each change would make all pages and compress them.
import { startApp } from './app.ts';

const { stop } = await startApp(process.env as unknown as Parameters<typeof startApp>[0]);
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
