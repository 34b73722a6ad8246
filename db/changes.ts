import { perApp, type App } from './app.ts';
import { BoundedClient, timeouts } from './bounded-client.ts';
import type { Connection } from './connection.ts';

/** Gets a table's name, or null when anything may have changed. */
export type ChangeHandler = (table: string | null) => void;

const HEARTBEAT_MS = 2000; // with the query's time limit, it notices a silent loss within 3.5 s
const RECONNECT_MS = [100, 250, 500, 1000];
const LISTENER_DOWN_MS = 2500;

interface State {
  handlers: Set<ChangeHandler>;
  onListenerDown: Set<() => void>;
  client: BoundedClient | null;
  stopped: boolean;
  lostAt: number;
}
export const findState = perApp<State>('changes', () => ({
  handlers: new Set(),
  onListenerDown: new Set(),
  client: null,
  stopped: true,
  lostAt: 0,
}));

/**
 * Calls `handler` after every change of a table, made by any process or by hand.
 * @returns a function that ends it
 */
export function onChange(app: App, handler: ChangeHandler): () => void {
  const state = findState(app);
  state.handlers.add(handler);
  return () => state.handlers.delete(handler);
}

/**
 * Calls `handler` once for each time that the app has heard no changes for a while.
 * @returns a function that ends it
 */
export function onListenerDown(app: App, handler: () => void): () => void {
  const state = findState(app);
  state.onListenerDown.add(handler);
  return () => state.onListenerDown.delete(handler);
}

/** Milliseconds since the listening connection was lost; 0 while it is up. */
export function listenerDownFor(app: App): number {
  const state = findState(app);
  return state.client ? 0 : Date.now() - state.lostAt;
}

/**
 * Opens an app's connection for NOTIFY and keeps it open. After a reconnect the handlers learn that anything may have
 * changed.
 * @param connection with sessions of its own: a pooler would deliver NOTIFY to other clients
 * @throws Error if the first connection fails
 */
export async function startListening(app: App, connection: Connection): Promise<void> {
  const state = findState(app);
  state.stopped = false;
  await connect(state, connection);
}

export async function stopListening(app: App): Promise<void> {
  const state = findState(app);
  state.stopped = true;
  const client = state.client;
  state.client = null;
  await client?.end().catch(() => {});
}

const tell = ({ handlers }: State, table: string | null) => handlers.forEach((handler) => handler(table));

async function connect(state: State, connection: Connection): Promise<void> {
  const client = new BoundedClient({ ...connection, ...timeouts });
  client.on('notification', ({ payload }) => tell(state, payload ?? null));
  client.on('error', () => {}); // 'end' follows and is handled
  try {
    await client.connect();
    await client.query('listen changed');
    if (state.stopped) throw new Error('The app has stopped.');
  } catch (error) {
    client.hangUp();
    throw error;
  }
  const heartbeat = setInterval(() => void client.confirm().catch(() => {}), HEARTBEAT_MS);
  heartbeat.unref();
  client.on('end', () => {
    clearInterval(heartbeat);
    if (state.client !== client) return;
    state.client = null;
    state.lostAt = Date.now();
    void reconnect(state, connection);
  });
  state.client = client;
}

async function reconnect(state: State, connection: Connection): Promise<void> {
  let isSaid = false;
  for (let tries = 0; !state.stopped; tries++) {
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS[Math.min(tries, RECONNECT_MS.length - 1)]));
    if (state.stopped) return;
    try {
      await connect(state, connection);
      return tell(state, null);
    } catch {
      // the next try follows; /readyz and the log of failing requests report the loss
      if (!isSaid && Date.now() - state.lostAt > LISTENER_DOWN_MS) {
        isSaid = true;
        state.onListenerDown.forEach((say) => say());
      }
    }
  }
}
