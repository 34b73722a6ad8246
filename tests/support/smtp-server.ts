import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TakenMessage {
  from: string;
  to: string[];
  /** The account that signed in, and whether the rest was encrypted. */
  user: string | undefined;
  isSecure: boolean;
  raw: string;
}

export const LOGIN = { user: 'site@example.com', password: 'canary: p@ss/word#1' };

/** The step at which the server refuses, its code and the first words after it. */
export type Refusal = { at: 'connect' | 'login' | 'from' | 'to' | 'data'; code: number; words?: string; who?: string };

const refused = ({ code, words = '' }: Pick<Refusal, 'code' | 'words'>) =>
  Object.assign(new Error(`${words} canary-of-the-server office@example.com`.trim()), { responseCode: code });

/**
 * Starts an SMTP server on a free port. It refuses what it is told to, once or always.
 * @param options `scanMs`: how long it checks a mail before it confirms it
 */
export async function startSmtpServer(options: SMTPServerOptions & { host?: string; scanMs?: number } = {}) {
  const { host = '127.0.0.1', scanMs = 0, ...rest } = options;
  const taken: TakenMessage[] = [];
  const connections: string[] = [];
  const triedPasswords: string[] = [];
  let refusals: Refusal[] = [];
  const refusalAt = (at: Refusal['at'], who?: string) =>
    refusals.find((each) => each.at === at && (each.who ?? who) === who);
  const judge = (at: Refusal['at'], callback: (error?: Error) => void, who?: string) => {
    const refusal = refusalAt(at, who);
    if (refusal) callback(refused(refusal));
    else callback();
  };
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    hideENHANCEDSTATUSCODES: true, // refusals have codes of their own
    closeTimeout: 100,
    ...rest,
    onConnect(session, callback) {
      connections.push(session.remoteAddress);
      judge('connect', callback);
    },
    onAuth({ username, password }, _session, callback) {
      triedPasswords.push(password!);
      const isKnown = username === LOGIN.user && password === LOGIN.password;
      const refusal = refusalAt('login') ?? (isKnown ? undefined : { code: 535 });
      if (refusal) callback(refused(refusal));
      else callback(null, { user: username });
    },
    onMailFrom: (_address, _session, callback) => judge('from', callback),
    onRcptTo: ({ address }, _session, callback) => judge('to', callback, address),
    onData(stream, session, callback) {
      void buffer(stream).then((bytes) => {
        const { mailFrom, rcptTo } = session.envelope;
        if (refusalAt('data')) return judge('data', callback);
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          isSecure: Boolean(session.secure),
          raw: bytes.toString('utf8'),
        });
        setTimeout(callback, scanMs, null, 'queued as 1');
      }, callback);
    },
  });
  server.on('error', () => {}); // a client that hangs up or distrusts the certificate
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const login = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}@`;
  const scheme = rest.secure ? 'smtps' : 'smtp';
  return {
    url: `${scheme}://${host}:${port}`,
    urlWithLogin: `${scheme}://${login}${host}:${port}`,
    taken,
    connections,
    triedPasswords,
    refuse: (...next: Refusal[]) => void (refusals = next),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
