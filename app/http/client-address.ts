import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import proxyAddress from 'proxy-addr';

/**
 * Reads the client's address; for IPv6 its /64 network, the smallest that a customer gets. X-Forwarded-For is believed
 * for as many proxies as `TRUST_PROXY` names; the rest is the client's own claim.
 */
export const readClientAddress = (request: IncomingMessage, trustedHops: number): string =>
  findNetwork(withoutPort(proxyAddress(request, (_, hop) => hop < trustedHops) ?? 'unknown')); // undefined once the client has gone

/** Some proxies append the client's port. */
const withoutPort = (address: string) => (isIP(address) ? address : (SocketAddress.parse(address)?.address ?? address));

/** Gives an IPv4 address also from an IPv6 socket, or the /64 of an IPv6 one. ipaddr.js only gives groups. */
export function findNetwork(address: string): string {
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
