import pg from 'pg';
import { NoPrimaryError, primaryOf, requirePrimary, type Host, type Primary } from './primary.ts';

/** Of a connection, what `pg` itself does not know. */
export interface PrimaryClientConfig extends pg.ClientConfig {
  /** Where the primary is looked for; without them the client connects to its one host, whatever that is. */
  hosts?: Host[];
}

type Connected = (error: Error) => void;

/**
 * A client that finds the host which takes writes (`target_session_attrs=read-write` of libpq, which `pg` lacks), and
 * makes sure of it by one question after connecting.
 */
export class PrimaryClient extends pg.Client {
  // Private to the runtime as well: no log that a client gets into shows its password.
  readonly #config: PrimaryClientConfig;
  readonly #primary: Primary | null;

  constructor(config: PrimaryClientConfig = {}) {
    super(config);
    this.#config = config;
    this.#primary = config.hosts ? primaryOf(config.hosts) : null;
    if (this.#primary) this.on('error', () => this.#primary!.forget(this)); // also when it is hung up
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
    if (this.wire.stream.destroyed) throw new Error('timeout exceeded when trying to connect'); // by the pool
    try {
      await super.connect();
      await this.confirm();
      return this;
    } catch (error) {
      primary.forget(this);
      throw error;
    }
  }

  /** Asks whether the connection is of use still. One to a host that takes no writes any more is hung up. */
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

  /** What `pg` keeps to itself. */
  protected get wire() {
    const { connection } = this as unknown as {
      connection: NodeJS.EventEmitter & { stream: { destroy(): void; destroyed: boolean } };
    };
    return connection;
  }
}
