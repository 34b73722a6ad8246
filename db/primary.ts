import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { reasonOf } from './reason-of.ts';

export interface Host {
  host: string;
  port: number;
}

export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
}

export interface Primary {
  /** @throws NoPrimaryError if no host takes writes */
  find(config: pg.ClientConfig): Promise<Host>;
  /** Makes the next `find` ask again, because a connection to this host has failed. */
  forget(host: Host): void;
}

const DEFAULT_LIMIT_MS = 5000;
const OTHERS_MS = 250; // for the other hosts, after one has answered yes
const FAILURE_HOLDS_MS = 250; // spares a standby that is being promoted a query from each visitor

const primaries = new Map<string, Primary>();

/** This process's knowledge of the primary among these hosts. */
export function trackPrimary(hosts: Host[]): Primary {
  const key = hosts.map(formatHost).join();
  const known = primaries.get(key) ?? watch(hosts);
  primaries.set(key, known);
  return known;
}

function watch(hosts: Host[]): Primary {
  let last: Host | null = null;
  let search: Promise<Host> | null = null;

  async function find(config: pg.ClientConfig): Promise<Host> {
    try {
      last = await ask(hosts, config);
      search = null;
      return last;
    } catch (error) {
      setTimeout(() => (search = null), FAILURE_HOLDS_MS).unref();
      throw error;
    }
  }
  return {
    find: async (config) => last ?? (search ??= find(config)),
    forget({ host, port }) {
      if (last?.host === host && last.port === port) last = null;
    },
  };
}

/** Asks all hosts at once, so that a lost one delays nobody. */
async function ask(hosts: Host[], config: pg.ClientConfig): Promise<Host> {
  const writers: { host: Host; timeline: string; place: number }[] = [];
  const asked = hosts.map(async (host, place) => {
    writers.push({ host, timeline: await readTimeline(host, config), place });
  });
  await Promise.any(asked).catch(({ errors }: AggregateError) => {
    const reasons = errors.map((error, at) => `${formatHost(hosts[at]!)}: ${reasonOf(error)}`);
    throw new NoPrimaryError(`no host takes writes (${reasons.join('; ')})`);
  });
  await Promise.race([Promise.allSettled(asked), sleep(OTHERS_MS, null, { ref: false })]);
  // An old primary that came back also takes writes, but nobody follows it. A promotion begins a new timeline.
  return writers.toSorted((a, b) => b.timeline.localeCompare(a.timeline) || a.place - b.place)[0]!.host;
}

/** @returns the timeline of a host that takes writes, if it tells it @throws Error if it takes none */
async function readTimeline(host: Host, config: pg.ClientConfig): Promise<string> {
  // A part of the connection's time limit is left for the connection itself.
  const limit = 0.75 * (config.connectionTimeoutMillis ?? DEFAULT_LIMIT_MS);
  const client = new pg.Client({ ...config, ...host, connectionTimeoutMillis: limit, query_timeout: limit });
  client.on('error', () => {}); // the running query fails then
  try {
    await client.connect();
    await requirePrimary(client);
    const { rows } = await client
      .query<{ timeline: string }>('select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline')
      .catch(() => ({ rows: [] })); // some services do not tell it
    return rows[0]?.timeline ?? '';
  } finally {
    void client.end().catch(() => {});
  }
}

/** @throws NoPrimaryError for a standby or a read-only database */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]!.transaction_read_only !== 'off') throw new NoPrimaryError('takes no writes');
}

const formatHost = ({ host, port }: Host) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
