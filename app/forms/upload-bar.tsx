import { Button } from '../ui/button.tsx';
import { useSyncExternalStore } from 'react';

/** Replaces the browsers' own colours: green, blue or grey. */
export const barClass =
  'bg-surface2 border-control [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent h-2 w-full appearance-none border [&::-webkit-progress-bar]:bg-transparent';

export function UploadBar({ stop = 'Cancel upload' }) {
  const progress = useUploadProgress();
  if (!progress) return null;
  const percent = progress.total ? Math.floor((progress.loaded / progress.total) * 100) : 0;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1">
      <label htmlFor="upload-progress" className="text-sm font-semibold">
        {percent < 100 ? `Uploading: ${percent} %` : 'Uploaded. Saving...'}
      </label>
      {percent < 100 ? (
        <Button look="danger" className="btn-small row-span-2" onClick={() => running?.abort()}>
          {stop}
        </Button>
      ) : null}
      <progress id="upload-progress" max={100} value={percent} className={barClass} />
    </div>
  );
}

type Progress = { loaded: number; total: number }; // in bytes

let progress: Progress | null = null;
let running: AbortController | null = null;
const listeners = new Set<() => void>();

function setProgress(next: Progress | null): void {
  progress = next;
  listeners.forEach((tell) => tell());
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useUploadProgress = (): Progress | null =>
  useSyncExternalStore(
    subscribe,
    () => progress,
    () => null,
  );

class CancelledError extends Error {}
class TooLargeError extends Error {}

/**
 * Shows the progress of a form that Remix sends: replaces fetch by XMLHttpRequest, since fetch cannot report progress.
 * @param send calls `serverAction` @throws TypeError without an answer of the application, and errors of `send`
 */
export async function withProgress<T>(action: Request, send: () => Promise<T>): Promise<T | 'cancelled' | 'too-large'> {
  const own = `${new URL(action.url).pathname}.data`;
  const controller = (running = new AbortController());
  const { fetch } = window;
  const standIn: typeof fetch = (input, init) => {
    const isOwn = init?.body instanceof FormData && new URL(String(input), location.href).pathname === own;
    if (!isOwn) return fetch(input, init);
    return sendByXhr(String(input), init.body as FormData, [controller.signal, ...(init.signal ? [init.signal] : [])]);
  };
  window.fetch = standIn;
  setProgress({ loaded: 0, total: 0 });
  try {
    return await send();
  } catch (error) {
    if (error instanceof CancelledError) return 'cancelled';
    if (error instanceof TooLargeError) return 'too-large';
    throw error;
  } finally {
    if (window.fetch === standIn) window.fetch = fetch; // another script may have replaced it
    running = null;
    setProgress(null);
  }
}

function sendByXhr(url: string, body: FormData, signals: AbortSignal[]): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.responseType = 'arraybuffer';
    xhr.upload.onprogress = ({ loaded, total }) => setProgress({ loaded, total });
    xhr.onabort = () => reject(new CancelledError());
    xhr.onerror = () => reject(new TypeError('the connection broke'));
    xhr.onload = () => {
      const type = xhr.getResponseHeader('content-type') ?? '';
      if (!type.startsWith('text/x-script')) {
        // The HTTP shell has answered, not the application.
        return reject(xhr.status === 413 ? new TooLargeError() : new TypeError('no answer'));
      }
      resolve(new Response(xhr.response as ArrayBuffer, { status: xhr.status, headers: { 'Content-Type': type } }));
    };
    // AbortSignal.any exists only in browsers since 2024.
    for (const signal of signals) signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.open('POST', url);
    if (signals.some(({ aborted }) => aborted)) return reject(new CancelledError());
    xhr.send(body);
  });
}
