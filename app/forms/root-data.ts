import { useRouteLoaderData } from '@remix-run/react';
import type { Theme } from '../http/theme.ts';
import type { Notice } from './toasts/toast.ts';

/** What the root's loader gives to every page. */
export interface RootData {
  appUrl: string;
  theme: Theme;
  notice: Notice | null;
  company: { name: string; phones: string[]; email: string; whatsapp: string };
  elementsUrl: string;
}

/** The root's data, or undefined on a page of an error that left no time for it. */
export const useRootData = () => useRouteLoaderData('root') as RootData | undefined;
