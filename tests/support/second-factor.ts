import { createHmac } from 'node:crypto';
import { paths } from '#app/paths.ts';
import { withoutScripts } from './read-html.ts';
import { send, type Ask } from './visitor.ts';

/**
 * Computes a TOTP code by the RFC, without the product's library.
 * @param key in base32
 * @param stepsAhead steps of 30 s; 0 and 1 stay valid if a step ends meanwhile
 */
export function totpCode(key: string, stepsAhead = 0, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + stepsAhead));
  const digest = createHmac('sha1', fromBase32(key)).update(counter).digest();
  return String((digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Six digits that are no code of the key for two minutes around now. */
export function wrongCode(key: string): string {
  const codes = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((ahead) => totpCode(key, ahead));
  return Array.from('1234567890', (digit) => digit.repeat(6)).find((code) => !codes.includes(code))!;
}

function fromBase32(key: string): Buffer {
  const bits = [...key].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g)!;
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
}

/** Reads the key and the sealed field of the set-up page. */
export async function readSetUp(answer: Response): Promise<{ key: string; sealed: string }> {
  const page = withoutScripts(await answer.text());
  const key = [...page.matchAll(/<span>([A-Z2-7]{1,4}) <\/span>/g)].map(([, group]) => group).join('');
  const sealed = /name="sealed" value="([^"]+)"/.exec(page)?.[1] ?? '';
  if (!key || !sealed) throw new Error('no set-up is shown');
  return { key, sealed };
}

export const readRecoveryCodes = (page: string): string[] =>
  [...withoutScripts(page).matchAll(/<li>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){5})<\/li>/g)].map(([, code]) => code!);

export async function setUpFactor(ask: Ask): Promise<{ key: string; codes: string[] }> {
  const { key, sealed } = await readSetUp(await ask(paths.admin.secondFactor));
  const answer = await send(ask, paths.admin.secondFactor, { intent: 'set-up', sealed, code: totpCode(key) });
  const codes = readRecoveryCodes(await answer.text());
  if (!codes.length) throw new Error(`no second factor was set up: ${answer.status}`);
  return { key, codes };
}
