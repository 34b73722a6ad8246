import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import proxyAddress from 'proxy-addr';

/**
 * What a client is counted by: its address, or for IPv6 the network of 64 bits that the smallest customer has to choose
 * addresses from. Only as many proxies are believed as the operator named; everything further left in X-Forwarded-For is
 * the client's own claim.
 */
export const addressOf = (request: IncomingMessage, trustedHops: number): string =>
  networkOf(withoutPort(proxyAddress(request, (_, hop) => hop < trustedHops) ?? 'unknown')); // nothing once it has gone

/** Some proxies append the client's port, which is another one for each connection. */
const withoutPort = (address: string) => (isIP(address) ? address : (SocketAddress.parse(address)?.address ?? address));

/**
 * An IPv4 address, also of one that came over an IPv6 socket, or the network of 64 bits that an IPv6 address lies in.
 * Not ipaddr.js: it gives the groups of an address, 6.8 against 5.8 microseconds, and the rest stays to be written.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const shortest = new SocketAddress({ address: address.split('%', 1)[0]!, family: 'ipv6' }).address;
  const mapped = /^::ffff:([\d.]+)$/.exec(shortest)?.[1];
  if (mapped) return mapped;
  const [left, right] = shortest.split('::') as [string, string?];
  const groups = left.split(':').filter(Boolean);
  const after = right?.split(':').filter(Boolean).length ?? 0;
  while (groups.length < 4 && groups.length + after < 8) groups.push('0');
  const network = [...groups, ...(right ?? '').split(':')].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return network.every((group) => group === '0') ? address : `${network.join(':')}::/64`; // ::1
}
