import type { AppLoadContext } from '@remix-run/node';
import { findStaff } from '../../../accounts/guards.server.ts';
import { reaches } from '../../../accounts/staff.schema.ts';
import { publicPages } from '../../../paths.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** What this request's editor is offered, once any loader has asked. */
    editing?: Promise<TextEditing | null>;
  }
}

/** What an editor is offered on a public page: to edit its texts, and once that is chosen the texts outlined. */
export interface TextEditing {
  page: string;
  isOn: boolean;
}

/** What a signed-in editor gets beside a public page; nothing that it costs is paid by visitors. */
export const findEditing = (context: AppLoadContext, request: Request): Promise<TextEditing | null> =>
  (context.editing ??= readEditing(context, request));

async function readEditing(context: AppLoadContext, request: Request): Promise<TextEditing | null> {
  const { pathname: page, searchParams } = new URL(request.url);
  if (!publicPages.includes(page)) return null;
  const staff = await findStaff(context, request).catch(() => null); // the layout tells
  return reaches(staff?.role, 'editor') ? { page, isOn: searchParams.get('edit') === 'texts' } : null;
}
