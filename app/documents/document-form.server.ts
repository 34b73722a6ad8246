import type { AppLoadContext } from '@remix-run/node';
import { z } from '../http/zod.ts';
import { describeError, log } from '../http/log.server.ts';
import { problemNotice, type Notice } from '../http/notice.ts';
import type { DocumentErrors, TypedDocument } from './document-answer.ts';
import { documentSchema, limits, type DocumentFields } from './document.schema.ts';

/**
 * Judges what staff typed.
 * @returns the fields, or what to tell them; an empty title is told by `noTitle`
 */
export function documentFields(
  typed: TypedDocument,
  noTitle: string,
): { ok: true; fields: DocumentFields } | { ok: false; notice: Notice; errors: DocumentErrors } {
  const parsed = documentSchema.safeParse(typed);
  if (parsed.success) return { ok: true, fields: parsed.data };
  const errors: DocumentErrors = z.flattenError(parsed.error).fieldErrors;
  if (!typed.title.trim()) {
    return { ok: false, notice: problemNotice({ title: 'Missing information', description: noTitle }), errors };
  }
  const name = errors.title ? 'title' : 'description';
  const description = `The ${name} may have at most ${limits[name].toLocaleString('en')} characters`;
  return { ok: false, notice: problemNotice({ title: 'Text too long', description }), errors };
}

/** The state that the editor saw, or null when the form does not say. */
export function versionIn(form: FormData): number | null {
  const version = form.get('version');
  return typeof version === 'string' && /^\d{1,9}$/.test(version) ? Number(version) : null;
}

/** Hears of a file that a command could not remove. */
export const leftBehind = (context: AppLoadContext) => (error: unknown) =>
  log.warn({ requestId: context.requestId, err: describeError(error) }, 'file left behind for the sweep');
