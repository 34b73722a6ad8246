import path from 'node:path';
import pg from 'pg';
import { findRunningEmbedded } from '../../db/embedded.ts';
import type { Served } from './processes.ts';

/** The way into the embedded database of a running product. */
export async function connectionOf(product: Served): Promise<pg.ClientConfig> {
  const found = await findRunningEmbedded(path.join(product.dataDir, 'postgres'));
  if (!found) throw new Error('the database of the product does not answer');
  return { ...found, database: 'site' };
}

/** A connection of the bench's own to the database of a running product; to be ended. */
export async function openDatabase(product: Served): Promise<pg.Client> {
  const client = new pg.Client(await connectionOf(product));
  client.on('error', () => {}); // the product may end first
  await client.connect();
  return client;
}
