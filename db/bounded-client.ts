import { PrimaryClient, type PrimaryClientConfig } from './primary-client.ts';

/**
 * Limits for the database, in milliseconds. They turn a hang into an error and give a visitor an answer within 3 s: waiting
 * for a connection ends before the queries that hold all connections do.
 */
export const timeouts = { connectionTimeoutMillis: 1300, keepAlive: true };
const QUERY_MS = 1500;

const READ_ONLY = '25006'; // the code of a refused write

type Callback = (error: Error | null, result: unknown) => void;

/** All connected clients. A silent network loses many at a time, and each would cost its next user a time limit. */
const connected = new Set<BoundedClient>();

/**
 * A client that hangs up when a query reaches its time limit, together with every idle client that has heard nothing from
 * the database since that query began. Plain `pg` keeps such a connection, and a pool would hand it out again although its
 * answer is outstanding or lost. When the host refuses a write because it has become a standby, all clients of that host
 * hang up, and the next connection finds the new primary.
 */
export class BoundedClient extends PrimaryClient {
  private heardAt = 0;
  private running = 0;

  constructor(config?: PrimaryClientConfig) {
    super(config);
    this.wire.on('readyForQuery', () => (this.heardAt = performance.now()));
    this.once('connect', () => connected.add(this));
    this.once('end', () => connected.delete(this));
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const bounded = (...args: unknown[]) => {
      const done = this.begin();
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        args[args.length - 1] = (error: Error | null, result: unknown) => {
          done(error);
          (callback as Callback)(error, result);
        };
        return query(...args);
      }
      const result = query(...args);
      if (result instanceof Promise) result.then(() => done(null), done);
      else done(null); // a cursor: its reader closes it
      return result;
    };
    this.query = bounded as typeof this.query;
  }

  private begin(): (error: (Error & { code?: string }) | null) => void {
    const sentAt = performance.now();
    let isRunning = true;
    this.running++;
    const giveUp = () => {
      if (!isRunning) return;
      this.hangUp();
      for (const other of connected) if (!other.running && other.heardAt < sentAt) other.hangUp();
    };
    // `query_timeout` of `pg` fails every query after a pause of the process, because Node handles its timers before the
    // answers that have arrived meanwhile.
    const timer = setTimeout(() => setImmediate(giveUp), QUERY_MS);
    return (error) => {
      clearTimeout(timer);
      isRunning = false;
      this.running--;
      if (error?.code === READ_ONLY) this.leaveHost();
    };
  }

  protected override leaveHost(): void {
    const { host, port } = this;
    this.hangUp();
    for (const other of connected) if (other.host === host && other.port === port) other.hangUp();
  }

  override hangUp(): void {
    connected.delete(this);
    super.hangUp();
  }
}
