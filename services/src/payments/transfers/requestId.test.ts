import { assert, bigInt, property, string } from 'fast-check'
import { encodeExactOutput } from './exactOutput.ts'
import { mostOf } from './quoteBySwap.ts'
import { readRequestId, writeRequestId } from './requestId.ts'

const TOKEN = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const OTHER = '0xA15BB66138824a1c7167f5E85b957d04Dd34E468'
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SHOP_OWNER = '0x000000000000000000000000000000000000dEaD'
const call = { path: [TOKEN, OTHER], amount: 5n, most: 9n, recipient: SHOP_OWNER, deadline: 77n } as const

test.each([
  ['a token for a token', { from: TOKEN, to: OTHER }, { token: TOKEN, deadline: 77n }],
  ['a token for the coin', { from: TOKEN }, { token: TOKEN, deadline: 77n }],
  ['the coin for a token', { to: OTHER }, { token: OTHER, recipient: SHOP_OWNER, amount: 5n, deadline: 77n }],
] as const)('%s: the id names the transfer to look for on the chain', (_, sides, trace) => {
  const data = encodeExactOutput({ ...call, ...sides })
  const request = { caipNetworkId: 'eip155:31337', block: 12n, payer: PAYER, data } as const
  const id = writeRequestId(request)
  expect(id).toMatch(/^[-\w.]+$/)
  expect(readRequestId(id)).toEqual({ ...request, trace })
})

test('an id that is not ours is not accepted', () => {
  const data = encodeExactOutput({ ...call, from: TOKEN })
  const id = writeRequestId({ caipNetworkId: 'eip155:31337', block: 12n, payer: PAYER, data })
  for (const text of ['r-77', '', id.slice(0, -40), id.replace('swap', 'lend'), id.replace('.12.', '.-1.')]) {
    expect(readRequestId(text)).toBeUndefined()
  }
  assert(property(string(), (text) => expect(readRequestId(`swap.1.1.${PAYER}.${text}`)).toBeUndefined()))
})

test('the maximum payment is the price plus one per cent, rounded up', () => {
  expect([1n, 100n, 101n, 10_000n].map(mostOf)).toEqual([2n, 101n, 103n, 10_100n])
  assert(property(bigInt(1n, 2n ** 200n), (price) => mostOf(price) * 100n >= price * 101n))
})
