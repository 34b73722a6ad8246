import type { Readable } from 'node:stream';

/** A part of a file in bytes, both ends included, as in HTTP. Without `end` it goes to the last byte. */
export type ByteRange = { start: number; end?: number };

export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** An opened file. `size` is that of the whole file; `stream` carries the bytes from `start` to `end`. */
export type OpenedFile = { stream: Readable; size: number; modifiedAt: Date; start: number; end: number };

/**
 * Where files are kept: those of documents and enquiries, and pictures. Every call ends within 15 seconds, and a stream that stops giving bytes for 10
 * seconds fails. Where nothing else is said a call rejects with StoreUnavailableError when the store does not answer,
 * is full or refuses us.
 */
export interface DocumentStore {
  /** Keeps `bytes` under `key`, in place of what was there: whole or not at all. @throws InvalidKeyError */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Opens a file; the caller must read or destroy the stream. Null when there is none under `key`.
   * @throws RangeError if the range begins after the last byte
   */
  get(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  /** Size and time of a file, or null. */
  stat(key: string): Promise<StoredObject | null>;
  /** Removes a file; one that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** Every file, in no promised order. */
  list(): AsyncIterable<StoredObject>;
  /** Resolves within 3 seconds if the store can be used now. */
  check(): Promise<void>;
}

/** The store cannot be used now. The message names the operation and a code, never a key's content. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}

/** A key that no store takes. */
export class InvalidKeyError extends Error {
  override name = 'InvalidKeyError';
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Whether a store takes this key: no folders, no dot files, nothing outside plain ASCII. */
export function isStoreKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * The bytes that `range` means in a file of `size` bytes.
 * @throws RangeError if it begins after the last byte or backwards
 */
export function resolveRange(range: ByteRange | undefined, size: number): { start: number; end: number } {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? size - 1, size - 1);
  if (range && (start < 0 || start >= size || end < start)) throw new RangeError('the range lies outside the file');
  return { start, end };
}

/** `work`, but rejecting with StoreUnavailableError after `ms` milliseconds whatever it does. Aborts its signal then. */
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
