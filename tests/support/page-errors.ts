import type { BrowserContext, Response } from '@playwright/test';

const MANY = 10; // one cause can fail every file of a page
/** Remix logs it when a later navigation aborts the reading of an answer (`decodeViaTurboStream`). */
const BROKEN_OFF = /^AbortError: signal is aborted without reason/;

/** Console errors (CSP violations included), exceptions and 5xx answers in the pages of a context. */
export class PageErrors {
  readonly #expected = [BROKEN_OFF];
  readonly #found: { text: string; url: string }[] = [];
  /** Addresses whose error status is intended (a 404 page, a refused form); Chromium logs it as an error. */
  readonly #answers = new Set<string>();

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#found.push({ text: message.text(), url: message.location().url });
    });
    context.on('weberror', (error) =>
      this.#found.push({ text: String(error.error()), url: error.page()?.url() ?? '' }),
    );
    context.on('response', (response) => this.#note(response));
  }

  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Unexpected errors, one line each; of many only the first. */
  unexpected(): string[] {
    const lines = this.#found
      .filter(({ text, url }) => !(isBadStatus(text) && this.#answers.has(url)))
      .map(({ text, url }) => `${text} (${url})`)
      .filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
    return lines.length > MANY ? [...lines.slice(0, MANY), `and ${lines.length - MANY} more`] : lines;
  }

  #note(response: Response): void {
    if (response.status() < 400) return;
    const kind = response.request().resourceType();
    if (response.status() >= 500 && response.status() !== 503)
      this.#found.push({ text: `answered ${response.status()}`, url: response.url() });
    if (kind === 'document' || kind === 'fetch' || kind === 'xhr') this.#answers.add(response.url());
  }
}

const isBadStatus = (text: string) => text.startsWith('Failed to load resource: the server responded with a status of');
