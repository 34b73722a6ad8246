import { PrimaryClient, type PrimaryClientConfig } from './primary-client.ts';

/**
 * Bounds for every conversation with the database, in milliseconds: one that has stopped answering becomes an error
 * instead of a hang. Together they leave a visitor with an answer within 3 s: whoever waits for a connection gives up before
 * the queries that hold them all do.
 */
export const timeouts = { connectionTimeoutMillis: 1300, keepAlive: true };
const QUERY_MS = 1500;

const READ_ONLY = '25006'; // a write was refused

type Callback = (error: Error | null, result: unknown) => void;

/** All that are connected. A silent network loses many at a time, and each would cost its finder a time limit. */
const connected = new Set<BoundedClient>();

/**
 * A client that hangs up when a query runs into its time limit, and takes with it every idle one that has not heard
 * from the database since that query was sent. Plain `pg` keeps the connection, and a pool would hand it out again
 * although its answer is still outstanding, or, behind a dead network, will never come. When a write is refused because the
 * host has become a standby, it leaves that host with all others: the next connection finds the new primary.
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
      else done(null); // a cursor: whoever reads it closes it
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
    // `query_timeout` of `pg` fails every query after the process has stood still: Node looks at its timers first, and
    // only then at the answers that have come meanwhile.
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
