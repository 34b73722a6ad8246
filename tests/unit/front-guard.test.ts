import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#app/http/front-guard.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('what a client is counted by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::1', '::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['::ffff:cb00:7109', '::ffff:cb00:7109'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001::3:4:5:6:7:8', '2001:0:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(addressOf(from(address), 0)).toBe(key);
    expect(addressOf(from('127.0.0.1', `198.51.100.1, ${address}`), 1)).toBe(key);
  });
});
