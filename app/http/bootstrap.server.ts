// What a start needs first: the settings, the port and the database, which comes up while everything else is loaded. Built
// as a file of its own beside the application (vite.config.ts), with which it shares its modules.
export { beginDatabase, requireUnusedDataDir } from '#db/connection.ts';
export { readEnv } from '../env.server.ts';
export { checkPort, listen } from './listen.ts';
