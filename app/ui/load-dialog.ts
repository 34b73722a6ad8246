type DialogModule = typeof import('./dialog.tsx');
let loading: Promise<DialogModule> | undefined;

/** Once; after a failure again. */
export function loadDialog(): Promise<DialogModule> {
  loading ??= import('./dialog.tsx').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
