import type { Readable } from 'node:stream';

/**
 * Every call ends within 15 seconds, and a stream without bytes for 10 seconds fails. Unless said otherwise a call
 * rejects with StoreUnavailableError.
 */
export interface DocumentStore {
  /** Whole or not at all, replacing what was there. @throws Error for an invalid key */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same with a local file. @throws StoreUnavailableError also if its size has changed */
  putFile(key: string, file: string, size: number): Promise<void>;
  /**
   * The caller must read or destroy the stream; `size` is that of the whole file. A range is in bytes, both ends included,
   * and ends with the file.
   */
  get(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>;
  /** Within 3 seconds, if the store can be used. */
  check(): Promise<void>;
}

/** The message names the operation and a code, never a key's content. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
  /** Such as `put EACCES`, for the log, which has no messages. */
  readonly code = this.message.replace(/: .* gave/, '');
}

/** What there is can still be read. */
export class StoreFullError extends StoreUnavailableError {}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

export const isStoreKey = (key: string): boolean => KEY.test(key);

export function requireStoreKey(key: string): void {
  if (!isStoreKey(key)) throw new Error('not a key of this store');
}

/** Rejects with StoreUnavailableError after `ms` milliseconds, and aborts the signal. */
export async function within<T>(ms: number, operation: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new StoreUnavailableError(`${operation}: no answer within ${ms / 1000} s`));
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
