import { useRouteLoaderData } from '@remix-run/react';
import type { Theme } from '../http/theme.ts';
import type { Toast } from './toasts/toast.ts';

export interface RootData {
  appUrl: string;
  theme: Theme;
  notice: Toast | null;
  company: { name: string; phones: string[]; email: string; whatsapp: string };
  elementsUrl: string;
}

/** Undefined on an error page if the root's loader has not run. */
export const useRootData = () => useRouteLoaderData('root') as RootData | undefined;
