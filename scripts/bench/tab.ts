import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumFlags, findChromium } from '../chromium.mjs';

const ANSWER_MS = 3000;

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; targetInfo: { type: string; subtype?: string } };
  result?: Params;
  error?: { message: string };
}

/**
 * A tab of a Chromium of its own. Chromium renders no page ahead for those who hold on to one page, as Playwright does:
 * this holds the tab, and speaks to the page that is shown in it.
 */
export interface Tab {
  send(method: string, params?: Params): Promise<Params>;
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export async function openTab(): Promise<Tab> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-bench-tab-'));
  const flags = [...chromiumFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  const child = spawn((await findChromium())!, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(await addressOf(child.stderr));
  child.stderr.destroy(); // its own children keep the other end
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));

  const waiting = new Map<number, { resolve: (result: Params) => void; reject: (error: Error) => void }>();
  const pages = new Set<string>(); // in the order in which they were opened
  let isAttached = () => {};
  const attached = new Promise<void>((resolve) => (isAttached = resolve));
  let ids = 0;
  const ask = (sessionId: string | undefined, method: string, params: Params = {}) =>
    new Promise<Params>((resolve, reject) => {
      waiting.set(++ids, { resolve, reject });
      setTimeout(reject, ANSWER_MS, new Error(`${method}: no answer`)).unref(); // from a page that has gone
      socket.send(JSON.stringify({ id: ids, method, params, sessionId }));
    });
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(data as string) as Message;
    if (id !== undefined) {
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result ?? {});
      waiting.delete(id);
    } else if (method === 'Target.attachedToTarget' && params?.targetInfo.type === 'page') {
      pages.add(params.sessionId);
      isAttached();
    } else if (method === 'Target.detachedFromTarget') pages.delete(params!.sessionId);
  });

  const { targetInfos } = await ask(undefined, 'Target.getTargets', { filter: [{ type: 'tab', exclude: false }] });
  const [{ targetId }] = targetInfos as [{ targetId: string }];
  const { sessionId } = await ask(undefined, 'Target.attachToTarget', { targetId, flatten: true });
  const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await ask(sessionId as string, 'Target.setAutoAttach', auto);
  await attached;
  const send: Tab['send'] = (method, params) => ask([...pages][0], method, params);
  return {
    send,
    async evaluate<T>(expression: string) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      return (result as { value: T }).value;
    },
    async close() {
      const over = new Promise((resolve) => child.once('exit', resolve));
      socket.close();
      child.kill();
      await over;
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /DevTools listening on (\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('the browser did not start');
}
