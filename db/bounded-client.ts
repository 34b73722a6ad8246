import pg from 'pg';

/**
 * Bounds for every conversation with the database, in milliseconds: one that has stopped answering becomes an error
 * instead of a hang. Together they leave a visitor with an answer within 3 s: whoever waits for a connection gives up before
 * the queries that hold them all do.
 */
export const timeouts = { connectionTimeoutMillis: 1300, query_timeout: 1500, keepAlive: true };

type Callback = (error: Error | null, result: unknown) => void;

/** All that are connected. A silent network loses many at a time, and each would cost its finder a time limit. */
const connected = new Set<BoundedClient>();

/**
 * A client that hangs up when a query runs into its time limit, and takes with it every idle one that has not heard
 * from the database since that query was sent. Plain `pg` keeps the connection, and a pool would hand it out again
 * although its answer is still outstanding, or, behind a dead network, will never come.
 */
export class BoundedClient extends pg.Client {
  private heardAt = 0;
  private running = 0;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.conversation.on('readyForQuery', () => (this.heardAt = performance.now()));
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

  private begin(): (error: Error | null) => void {
    const sentAt = performance.now();
    this.running++;
    return (error) => {
      this.running--;
      if (error?.message !== 'Query read timeout') return;
      this.hangUp();
      for (const other of connected) if (!other.running && other.heardAt < sentAt) other.hangUp();
    };
  }

  private hangUp(): void {
    connected.delete(this);
    this.conversation.stream.destroy();
  }

  private get conversation() {
    return (this as unknown as { connection: NodeJS.EventEmitter & { stream: { destroy(): void } } }).connection;
  }
}
