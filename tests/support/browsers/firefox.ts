import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFirefox } from '../../../scripts/browsers.mjs';
import { removeFolder } from '../remove-folder.ts';
import { clickActions, keyActions, tabOf, type Tab } from './tab.ts';

const START_MS = 60_000;
const STOP_MS = 10_000;
const COMMAND_MS = 20_000;
const ANSWER_MS = 5000;

type Message = { id?: number; method?: string; error?: string; message?: string; result?: unknown; params?: unknown };

/** Drives a headless Firefox by WebDriver BiDi. @returns null where none is installed */
export async function openFirefox(): Promise<Tab | null> {
  const program = findFirefox();
  if (!program) return null;
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'site-firefox-'));
  // Firefox opens 6 connections to a server. Scripts that a test holds back could take them all from the styles.
  const connections = { 'network.http.max-persistent-connections-per-server': 32 };
  const lines = Object.entries({ 'remote.active-protocols': 1, ...connections });
  const userJs = lines.map(([name, value]) => `user_pref("${name}", ${value});\n`).join('');
  fs.writeFileSync(path.join(profile, 'user.js'), userJs);
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const end = async () => {
    child.kill();
    const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(lastResort);
    removeFolder(profile);
  };
  let address: string | undefined;
  for (const began = Date.now(); !address; await sleep(50)) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
    if (address || (child.exitCode === null && Date.now() - began < START_MS)) continue;
    await end();
    throw new Error(`Firefox did not start:\n${said}`);
  }
  return openTab(`${address}/session`, end);
}

async function openTab(address: string, end: () => Promise<void>): Promise<Tab> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const errors: string[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === 'log.entryAdded') {
      const entry = message.params as { level: string; text: string };
      if (entry.level === 'error') errors.push(entry.text);
      return;
    }
    const answer = message.id === undefined ? undefined : waiting.get(message.id);
    if (!answer) return;
    waiting.delete(message.id!);
    if (message.error) answer.reject(new Error(`${message.error}: ${message.message}`));
    else answer.resolve(message.result);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox refused the connection'));
  });
  let last = 0;
  const send = <T>(method: string, params: object, limitMs = COMMAND_MS): Promise<T> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    const late = sleep(limitMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer from Firefox to ${method} ${JSON.stringify(params)}`);
    });
    return Promise.race([answer.promise as Promise<T>, late]);
  };
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  const evaluate = async <T>(expression: string): Promise<T> => {
    const ask = {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    };
    type Answer = { result?: { value: string }; exceptionDetails?: { text: string } };
    // A page that is being left may never answer; a caller that polls asks the next page.
    const { result, exceptionDetails } = await send<Answer>('script.evaluate', ask, ANSWER_MS);
    if (!result) throw new Error(exceptionDetails?.text);
    return JSON.parse(result.value) as T;
  };
  const act = (actions: object[]) => send<void>('input.performActions', { context, actions });
  return tabOf({
    // `browsingContext.navigate` is never answered where Firefox drops the navigation, as it may after going back.
    navigate: (url) => evaluate(`void location.assign(${JSON.stringify(url)})`),
    evaluate,
    clickAt: (x, y) => act(clickActions(x, y)),
    press: (keys) => act(keyActions(keys)),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async takeErrors() {
      return errors.splice(0);
    },
    async close() {
      socket.close();
      await end();
    },
  });
}
