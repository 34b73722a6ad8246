import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AppLoadContext } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { clientAddress, finishHeaders, setCookie } from '../../http/context.server.ts';
import { FORM_BYTES } from '../../http/front-guard.server.ts';
import { formOf, judgeForm } from '../../forms/form.server.ts';
import { isSiteClosed } from '../../maintenance/require-site-open.server.ts';
import { paths } from '../../paths.ts';
import { takeEnquiry } from './enquiries.server.ts';
import { enquirySchema } from './enquiry.schema.ts';
import { sentCookies } from './sent-cookies.server.ts';

/**
 * Answers an enquiry that a browser posts without JavaScript before Remix does, which costs more than saving it. Only a
 * sent one: for whatever needs a page the request goes on, and the context then tells what was read and done already.
 * The front guard has judged its origin and size.
 */
export const enquiryBeforeRemix: RequestHandler = (request, response, next) => {
  receive(request, response, response.locals.context).then((isAnswered) => isAnswered || next(), next);
};

async function receive(request: IncomingMessage, response: ServerResponse, context: AppLoadContext): Promise<boolean> {
  const type = request.headers['content-type'];
  const length = Number(request.headers['content-length'] ?? NaN);
  if (!type || !(length <= FORM_BYTES)) return false; // with files, it is read as it comes
  try {
    context.body = await buffer(request);
  } catch {
    return true; // the sender has gone, or was too slow and has been told
  }
  const enquiry = await enquiryIn(context.body, type);
  if (!enquiry) return false;
  const taken = await takeEnquiry(enquiry, { address: clientAddress(context), requestId: context.requestId });
  context.enquiryOutcome = taken;
  if (taken.outcome !== 'sent') return false;
  for (const line of sentCookies(taken)) setCookie(context, line);
  finishHeaders(context, response);
  response.writeHead(303, { Location: paths.contactFormSent }).end();
  return true;
}

async function enquiryIn(body: Buffer<ArrayBuffer>, type: string) {
  if (isSiteClosed()) return null;
  try {
    const form = await formOf(body, type);
    if (form.getAll('files').some((file) => file instanceof File && (file.name || file.size))) return null;
    const submission = judgeForm(form, enquirySchema);
    return submission.status === 'success' ? submission.value : null;
  } catch {
    return null; // the page's action refuses it by the same rules, in words
  }
}
