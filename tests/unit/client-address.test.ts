import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readClientAddress } from '#app/http/client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('what a client is counted by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::1', '::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001::3:4:5:6:7:8', '2001:0:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(readClientAddress(from(address), 0)).toBe(key);
    expect(readClientAddress(from('127.0.0.1', `198.51.100.1, ${address}`), 1)).toBe(key);
  });

  it.each([
    ['203.0.113.7:1', '203.0.113.7'],
    ['203.0.113.7:65535', '203.0.113.7'],
    ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['unknown', 'unknown'],
  ])('of %s, as some proxies write it, is %s: the port of a connection makes no other client', (address, key) => {
    expect(readClientAddress(from('127.0.0.1', `198.51.100.1, ${address}`), 1)).toBe(key);
    expect(readClientAddress(from('127.0.0.1', `${address}, 10.0.0.1:5000`), 2)).toBe(key);
  });

  it('is the address of the connection, whatever the headers claim, unless proxies are trusted', () => {
    expect(readClientAddress(from('203.0.113.9', '198.51.100.1'), 0)).toBe('203.0.113.9');
    expect(readClientAddress(from('203.0.113.9'), 2)).toBe('203.0.113.9');
    expect(readClientAddress(from('203.0.113.9', ' , ,198.51.100.1'), 5)).toBe('198.51.100.1');
  });
});
