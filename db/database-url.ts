import { parse } from 'pg-connection-string';
import type { Connection } from './connection.ts';
import type { Host } from './primary.ts';

const PORT = 5432;
const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)/;
/** `pg` takes them for verify-full, and warns of that in seven lines. */
const AS_FULL = /^(?!.*[?&]uselibpqcompat=true)(.*[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;
const HOST = /^(?:\[(.+)\]|([^:[\]]+))(?::(\d+))?$/;

/**
 * Reads a database address in the forms of libpq, including several hosts and `target_session_attrs`, which `pg` and
 * MikroORM do not know. MikroORM also refuses sockets such as postgresql:///site?host=/run/postgresql
 * @param name of the setting, for error messages
 * @throws Error with one line that contains no password
 */
export function readDatabaseUrl(name: string, url: string): Connection {
  const wrong = (what: string) => new Error(`${name}: ${what}`);
  const [, start = '', authority = ''] = AUTHORITY.exec(url) ?? [];
  const isList = authority.includes(',');
  const { target_session_attrs: attributes = 'any', ...parsed } = parsedOrWrong();
  const { user, password, database, ssl } = parsed;
  if (!database) throw wrong('names no database: its path is the name');
  if (attributes !== 'any' && attributes !== 'read-write')
    throw wrong('target_session_attrs must be read-write or any');
  const hosts = isList && !isHostGiven() ? fromAuthority() : fromParameters();
  if (hosts.length > 1 && attributes === 'any') throw wrong('several hosts need target_session_attrs=read-write');
  const { host, port } = hosts[0]!;
  return {
    ...(host ? { host } : {}),
    ...(port ? { port } : {}),
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ...(ssl === undefined ? {} : { ssl: ssl as boolean | object }),
    ...(attributes === 'any' ? {} : { hosts: hosts.map(complete) }),
  };

  function parsedOrWrong() {
    try {
      const rest = url.slice(start.length + authority.length).replace(AS_FULL, '$1verify-full');
      return parse(`${start}${isList ? 'several' : authority}${rest}`) as ReturnType<typeof parse> &
        Record<string, string>;
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException; // of a file for TLS
      throw wrong(path ? `${path} cannot be read: ${code}` : 'cannot be read; is a password in it percent-encoded?');
    }
  }
  function isHostGiven() {
    return parsed.host !== 'several';
  }
  function fromAuthority(): Partial<Host>[] {
    return authority.split(',').map((each) => {
      const [, ip, hostname, port = parsed.port] = HOST.exec(each) ?? [];
      if (!ip && !hostname) throw wrong('each of its hosts must be a name or an address, with or without a port');
      return { host: ip ?? decodeURIComponent(hostname!), port: Number(port || PORT) };
    });
  }
  function fromParameters(): Partial<Host>[] {
    const names = (parsed.host ?? '').split(',');
    const ports = (parsed.port ?? '').split(',');
    if (ports.length > 1 && ports.length !== names.length) throw wrong('needs one port, or one for each host');
    return names.map((host, at) => ({ host, port: Number(ports[at] ?? ports[0]) }));
  }
}

const complete = ({ host, port }: Partial<Host>): Host => ({ host: host || 'localhost', port: port || PORT });
