import type { ErrorRequestHandler } from 'express';
import { finishHeaders } from '../context.server.ts';
import { log } from '../log.server.ts';
import { refuseWith } from './refusal.ts';

/** Answers 500 when something on the way threw what nobody expected. */
export const failed: ErrorRequestHandler = (error, request, response, _next) => {
  const { context } = response.locals;
  log.error({ requestId: context.requestId, err: error }, 'request could not be answered');
  if (!response.headersSent) finishHeaders(context, response);
  refuseWith(request, response, { status: 500 });
};
