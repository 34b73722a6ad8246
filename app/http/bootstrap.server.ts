// What a start needs before the application is loaded: environment, port and database. Built as a file of its own that
// shares its modules with the application (vite.config.ts).
export { beginDatabase, requireUnusedDataDir } from '#db/connection.ts';
export { readEnv } from '../env.server.ts';
export { checkPort, listen } from './listen.ts';
