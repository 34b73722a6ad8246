import type { AppLoadContext } from '@remix-run/node';
import { parseForm } from '../../forms/parse-form.server.ts';
import type { z } from '../../schemas/zod.ts';
import { pdfProblem, tooLargePdf, UPLOAD_BYTES, UPLOAD_MS } from './upload-check.ts';

/** Reads and judges a form with a PDF file, as `parseForm` does others. */
export async function parseUpload<Schema extends z.core.$ZodType<{ file: File }>>(
  context: AppLoadContext,
  request: Request,
  schema: Schema,
) {
  context.beginUpload?.(UPLOAD_MS);
  const limits = { file: { maxBytes: UPLOAD_BYTES, tooLarge: { file: [tooLargePdf.error] } } };
  const form = await parseForm(context, request, schema, limits);
  if (!form.ok) return form;
  const problem = await pdfProblem(form.value.file);
  return problem ? { ok: false as const, reply: form.invalid({ file: [problem.error] }, problem.status) } : form;
}
