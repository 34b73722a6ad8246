import http2 from 'node:http2';

export interface SecureSite {
  url: string;
  ca: string;
}

export interface Answer {
  /** 0 without an answer. */
  status: number;
  headers: http2.IncomingHttpHeaders;
  body: string;
}
export interface Asked {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: URLSearchParams | Buffer;
}

const PATIENCE_MS = 20_000;
let made = 0;

/** A browser with its own address and cookies, and one HTTP/2 connection, which it opens again when it is lost. */
export class Browser {
  readonly address = `127.${1 + ((made >> 16) & 63)}.${(made >> 8) & 255}.${1 + (made++ & 127)}`;
  readonly cookies = new Map<string, string>();
  private session: http2.ClientHttp2Session | undefined;
  private readonly site: SecureSite;

  constructor(site: SecureSite) {
    this.site = site;
  }

  /** Never throws: a broken connection is an answer with status 0. */
  ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
    const bytes = body instanceof URLSearchParams ? Buffer.from(body.toString()) : body;
    return new Promise((resolve) => {
      const none: Answer = { status: 0, headers: {}, body: '' };
      const stream = this.request(path, method, {
        ...headers,
        ...(body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(bytes ? { 'content-length': String(bytes.length) } : {}),
      });
      let answer: Answer = none;
      const chunks: Buffer[] = [];
      stream.on('response', (head) => {
        this.keepCookies(head['set-cookie']);
        answer = { status: head[':status']!, headers: head, body: '' };
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', () => {});
      // An answer may be complete before its request: a form that is too large is refused at its first bytes.
      stream.on('close', () => {
        const isWhole = stream.rstCode === http2.constants.NGHTTP2_NO_ERROR;
        resolve(isWhole ? { ...answer, body: Buffer.concat(chunks).toString() } : none);
      });
      stream.setTimeout(PATIENCE_MS, () => stream.close(http2.constants.NGHTTP2_CANCEL));
      stream.end(bytes);
    });
  }

  /** Opens an event stream. @param onText gets its text */
  open(path: string, onText: (text: string) => void, onEnd: () => void): () => void {
    const stream = this.request(path, 'GET', { accept: 'text/event-stream' });
    stream.setEncoding('utf8').on('data', onText);
    stream.on('error', () => {});
    stream.on('close', onEnd);
    stream.end();
    return () => stream.close(http2.constants.NGHTTP2_CANCEL);
  }

  close(): void {
    this.session?.destroy();
  }

  private request(path: string, method: string, headers: Record<string, string>): http2.ClientHttp2Stream {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { ':path': path, ':method': method, ...(cookie ? { cookie } : {}), ...headers };
    return this.connected().request(method === 'POST' ? { origin: this.site.url, ...all } : all);
  }

  private connected(): http2.ClientHttp2Session {
    if (this.session && !this.session.closed && !this.session.destroyed) return this.session;
    const { url, ca } = this.site;
    const session = http2.connect(url, {
      ca,
      localAddress: this.address,
      family: 4,
      maxSessionMemory: 100, // MiB: drawings are sent in one piece
    } as http2.SecureClientSessionOptions);
    session.on('error', () => {}); // each request gets the error
    return (this.session = session);
  }

  private keepCookies(lines: string[] = []): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';', 1);
      const at = pair.indexOf('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
