import type { Outcome } from './load.ts';
import { secondsSince } from '../support/process.ts';

/** Uploads a document as the form without JavaScript does. Never throws: status 0 means no answer within 20 s. */
export async function upload(url: string, cookie: string, title: string, bytes: Uint8Array): Promise<Outcome> {
  const start = performance.now();
  const body = new FormData();
  body.set('title', title);
  body.set('description', '');
  body.set('displayOrder', '0');
  body.set('file', new File([new Uint8Array(bytes)], 'certificate.pdf', { type: 'application/pdf' }));
  try {
    const answer = await fetch(`${url}/admin/documents/new`, {
      method: 'POST',
      body,
      headers: { cookie, Origin: url },
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    return { status: answer.status, body: await answer.text(), seconds: secondsSince(start) };
  } catch {
    return { status: 0, body: '', seconds: secondsSince(start) };
  }
}
