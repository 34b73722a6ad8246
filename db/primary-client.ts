import pg from 'pg';
import { NoPrimaryError, trackPrimary, requirePrimary, type Host, type Primary } from './primary.ts';

export interface PrimaryClientConfig extends pg.ClientConfig {
  /** The client looks among them for the primary; without them it connects to its one host. */
  hosts?: Host[];
}

declare module 'pg' {
  interface Client {
    /** A method that the types of `pg` lack: what a client says of itself when it connects. */
    getStartupConf(): Record<string, string>;
  }
}

type Connected = (error: Error) => void;

/**
 * A client that finds the host which takes writes (`target_session_attrs=read-write` of libpq, which `pg` lacks), and
 * confirms it with a query after connecting.
 */
export class PrimaryClient extends pg.Client {
  // Private at run time as well, so that a logged client does not show its password.
  readonly #config: PrimaryClientConfig;
  readonly #primary: Primary | null;

  constructor(config: PrimaryClientConfig = {}) {
    super(config);
    this.#config = config;
    this.#primary = config.hosts ? trackPrimary(config.hosts) : null;
    if (this.#primary) this.on('error', () => this.#primary!.forget(this)); // also after a hang-up
  }

  override connect(): Promise<this>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<this> | void {
    if (!this.#primary) return callback ? super.connect(callback) : super.connect().then(() => this);
    const connecting = this.connectTo(this.#primary);
    if (!callback) return connecting;
    connecting.then(() => callback(null as never), callback);
  }

  private async connectTo(primary: Primary): Promise<this> {
    Object.assign(this, await primary.find(this.#config));
    if (this.wire.stream.destroyed) throw new Error('timeout exceeded when trying to connect'); // the pool has destroyed it
    try {
      await super.connect();
      await this.confirm();
      return this;
    } catch (error) {
      primary.forget(this);
      throw error;
    }
  }

  /** Dates are read as these settings write them, whatever those of the database are. Poolers keep both. */
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), DateStyle: 'ISO, MDY', TimeZone: 'UTC' };
  }

  /** Checks that the connection still works. Hangs up if its host no longer takes writes. */
  async confirm(): Promise<void> {
    try {
      await (this.#primary ? requirePrimary(this) : this.query('select 1'));
    } catch (error) {
      if (error instanceof NoPrimaryError) this.leaveHost();
      throw error;
    }
  }

  protected leaveHost(): void {
    this.hangUp();
  }

  hangUp(): void {
    this.wire.stream.destroy();
  }

  /** A private property of `pg`. */
  protected get wire() {
    const { connection } = this as unknown as {
      connection: NodeJS.EventEmitter & { stream: { destroy(): void; destroyed: boolean } };
    };
    return connection;
  }
}
