import pg from 'pg';

/**
 * Bounds for every conversation with the database, in milliseconds: one that has stopped answering becomes an error
 * instead of a hang, early enough that a visitor has an answer within 3 s.
 */
export const timeouts = { connectionTimeoutMillis: 2000, query_timeout: 2000, keepAlive: true };

/**
 * A client that hangs up when a query runs into its time limit. Plain `pg` keeps the connection, and a pool would hand
 * it out again although its answer is still outstanding, or, behind a dead network, will never come.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const bounded = (...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) {
        result.catch((error: Error) => {
          if (error.message === 'Query read timeout') this.hangUp();
        });
      }
      return result;
    };
    this.query = bounded as typeof this.query;
  }

  private hangUp(): void {
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}
