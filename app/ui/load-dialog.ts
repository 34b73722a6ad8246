type DialogModule = typeof import('./dialog.tsx');
let loading: Promise<DialogModule> | undefined;

/** Fetches what a dialog needs, once; after a failure it is tried again. */
export function loadDialog(): Promise<DialogModule> {
  loading ??= import('./dialog.tsx').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
