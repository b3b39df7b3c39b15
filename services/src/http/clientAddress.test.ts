import type { IncomingMessage } from 'node:http'
import { clientAddress } from './clientAddress.ts'

const request = (forwarded?: string | string[]) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } }) as unknown as IncomingMessage

test.each([
  ['without a proxy, the header of the client is ignored', '203.0.113.9', 0, '10.0.0.1'],
  ['behind one proxy, the address that it saw', 'made-up, 203.0.113.9', 1, '203.0.113.9'],
  ['behind two proxies, the address that the first one saw', 'made-up, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['a proxy that sends no header', undefined, 1, '10.0.0.1'],
  ['fewer proxies than configured', '203.0.113.9', 2, '10.0.0.1'],
])('%s', (_, forwarded, proxies, address) => expect(clientAddress(request(forwarded), proxies)).toBe(address))
