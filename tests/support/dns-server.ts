import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';

/** Texts by their names; `fails` is a name that cannot be asked for, `silent` one that is never answered. */
export type Zone = Record<string, string[] | 'fails' | 'silent'>;

const [QUESTION, TXT] = [12, Buffer.from('c00c00100001000000050000', 'hex')];

/** A name server of this machine, which this process asks until it stops. Names that it does not know do not exist. */
export async function startDnsServer(zone: Zone) {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = QUESTION;
    for (let length; (length = query[at]!); at += length + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
    const found = zone[labels.join('.').toLowerCase()] ?? [];
    if (found === 'silent') return;
    const texts = found === 'fails' ? [] : found;
    const head = Buffer.from(query.subarray(0, QUESTION));
    head.writeUInt16BE(0x8180 | (found === 'fails' ? 2 : texts.length ? 0 : 3), 2);
    head.writeUInt16BE(texts.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = texts.map((text) => {
      // Of at most 255 bytes each.
      const parts = (text.match(/.{1,255}/g) ?? []).map((part) =>
        Buffer.from(`${String.fromCharCode(part.length)}${part}`, 'latin1'),
      );
      const size = Buffer.alloc(2);
      size.writeUInt16BE(Buffer.concat(parts).length);
      return Buffer.concat([TXT.subarray(0, 10), size, ...parts]);
    });
    socket.send(Buffer.concat([head, query.subarray(QUESTION, at + 5), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  const stop = () => {
    dns.setServers(before);
    return new Promise<void>((resolve) => socket.close(resolve));
  };
  return { stop };
}
