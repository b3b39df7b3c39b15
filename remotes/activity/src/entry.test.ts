import type { SentTransaction } from '@portico/contracts'
import { ADDRESS, ethereum, OTHER_ADDRESS } from '@portico/contracts/testing'
import { fromSent, isSpam, toEntry } from './entry.ts'
import { collectible, item } from './testing.ts'

const coin = { fungible_info: { symbol: 'ETH' }, direction: 'in' as const, quantity: { numeric: '1' } }

test.each([
  ['only spam was moved', [collectible(true), collectible(true)], true],
  ['one of two movements is spam', [collectible(true), collectible(false)], false],
  ['spam came with a coin', [collectible(true), coin], false],
  ['nothing was moved (pitfall 27)', [], false],
  ['the movements are unknown', null, false],
])('only pure spam is hidden: %s (case %#)', (_, transfers, hidden) => {
  expect(isSpam({ ...item(1), transfers })).toBe(hidden)
})

test('only the fields that are shown are kept', () => {
  expect(toEntry(item(7, { transfers: [collectible(false), coin] }))).toEqual({
    id: '7',
    hash: `0x${'7'.padStart(64, '0')}`,
    type: 'send',
    status: 'confirmed',
    at: Date.UTC(2026, 4, 4, 12),
    from: ADDRESS,
    to: OTHER_ADDRESS,
    movements: [
      { direction: 'in', amount: '1', name: 'Pass #1', isCollectible: true },
      { direction: 'in', amount: '1', symbol: 'ETH', isCollectible: false },
    ],
  })
})

const sent = (note?: SentTransaction['note']): SentTransaction => ({
  caipNetworkId: ethereum.caipNetworkId,
  from: ADDRESS,
  hash: '0x1',
  sentAt: 5,
  phase: 'pending',
  note,
})
const note = { amount: '1500000', decimals: 6, symbol: 'USDC', to: OTHER_ADDRESS }

test.each([
  ['send', 'send', ['1.5']],
  ['pay', 'send', ['1.5']],
  ['swap', 'trade', ['1.5']],
  ['approve', 'approve', []],
] as const)('a transaction just sent to %s is described before any service lists it', (type, told, amounts) => {
  const entry = fromSent(sent({ type, ...note }))
  expect(entry).toMatchObject({ id: '0x1', type: told, status: 'pending', at: 5, to: OTHER_ADDRESS })
  expect(entry.movements.map(({ amount }) => amount)).toEqual(amounts)
})

test('a transaction of unknown type is described as executed', () => {
  expect(fromSent(sent())).toMatchObject({ type: 'execute', movements: [] })
})
