import type { AppLoadContext } from '@remix-run/node';
import { notFound } from '../../http/addresses.server.ts';
import type { FormErrors } from '../../forms/form-answer.ts';
import { relyingParty, type RelyingParty } from './relying-party.server.ts';

/** The site as passkeys know it. @throws a 404 answer where there are none */
export function requireRelyingParty({ app }: AppLoadContext): RelyingParty {
  const party = relyingParty(app.env);
  if (!party) throw notFound();
  return party;
}

/** Why a script's request was not done, in words to be shown or by the names of its fields. */
export const problemAnswer = (
  status: number,
  why: { problem: string } | { errors: FormErrors },
  headers?: HeadersInit,
) => Response.json(why, { status, headers });
