import type { Readable } from 'node:stream';

/** In bytes, both ends included, as in HTTP. Without `end` it goes to the last byte. */
export type ByteRange = { start: number; end?: number };

export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** `size` is that of the whole file; `stream` carries the bytes from `start` to `end`. */
export type OpenedFile = { stream: Readable; size: number; modifiedAt: Date; start: number; end: number };

/**
 * Keeps documents, pictures and files of enquiries. Every call ends within 15 seconds, and a stream without bytes for
 * 10 seconds fails. Unless said otherwise a call rejects with StoreUnavailableError.
 */
export interface DocumentStore {
  /** Replaces what was there: whole or not at all. @throws InvalidKeyError */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same with a file of this machine. @throws StoreUnavailableError also if it is not of this size any more */
  putFile(key: string, file: string, size: number): Promise<void>;
  /** The caller must read or destroy the stream. @throws RangeError if the range begins after the last byte */
  get(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  stat(key: string): Promise<StoredObject | null>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  /** Resolves within 3 seconds if the store can be used. */
  check(): Promise<void>;
}

/** The message names the operation and a code, never a key's content. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}

export class InvalidKeyError extends Error {
  override name = 'InvalidKeyError';
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

export const isStoreKey = (key: string): boolean => KEY.test(key);

/** @throws RangeError if the range begins after the last byte or backwards */
export function resolveRange(range: ByteRange | undefined, size: number): { start: number; end: number } {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? size - 1, size - 1);
  if (range && (start < 0 || start >= size || end < start)) throw new RangeError('the range lies outside the file');
  return { start, end };
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
