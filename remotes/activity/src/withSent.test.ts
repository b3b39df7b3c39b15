import type { SentTransaction, TransactionPhase } from '@portico/contracts'
import { ADDRESS, ethereum } from '@portico/contracts/testing'
import { NOTHING_READ } from './historyList.ts'
import { entry } from './testing.ts'
import { withSent } from './withSent.ts'

const sent = (hash: string, phase: TransactionPhase, sentAt = 2_000): SentTransaction => ({
  caipNetworkId: ethereum.caipNetworkId,
  from: ADDRESS,
  hash,
  sentAt,
  phase,
})
const list = { ...NOTHING_READ, entries: [entry(1), entry(2), entry(3)] }
const hashes = (all: readonly { readonly hash: string }[]) => all.map(({ hash }) => hash)

test('pending transactions are listed separately, newest first, whatever their source', () => {
  const waiting = { ...list, entries: [entry('9', { status: 'pending', at: 3_000 }), ...list.entries] }
  const { pending, past } = withSent(waiting, [sent('0xaa', 'pending')])
  expect([hashes(pending), hashes(past)]).toEqual([
    ['0x9', '0xaa'],
    ['0x1', '0x2', '0x3'],
  ])
})

test('a transaction that the service lists is not listed twice, however its hash is written', () => {
  const known = { ...list, entries: [entry('1', { hash: '0xAB' })] }
  const { pending, past } = withSent(known, [sent('0xab', 'pending')])
  expect([pending, hashes(past)]).toEqual([[], ['0xAB']])
})

test('a repriced transaction is listed once, under its new hash; one replaced by another transaction stays listed', () => {
  const known = { ...list, entries: [entry('1', { hash: '0xAB' })] }
  const again = { ...sent('0xcc', 'confirmed'), replacedBy: '0xab' }
  expect(hashes(withSent(known, [again]).past)).toEqual(['0xAB'])
  const other = { ...sent('0xcc', 'replaced'), replacedBy: '0xab' }
  expect(hashes(withSent(known, [other]).past)).toEqual(['0xcc', '0xAB'])
})

test('a transaction is confirmed once either source reports it', () => {
  const waiting = { ...list, entries: [entry('9', { status: 'pending' })] }
  const { pending, past } = withSent(waiting, [sent('0x9', 'confirmed')])
  expect([pending, past.map(({ status }) => status)]).toEqual([[], ['confirmed']])
})

test('a transaction that the service does not list yet is sorted into place', () => {
  const { past } = withSent(list, [sent('0xaa', 'confirmed', 998.5), sent('0xbb', 'dropped')])
  expect(hashes(past)).toEqual(['0xbb', '0x1', '0xaa', '0x2', '0x3'])
})

test('block times that run backwards do not start a month twice', () => {
  const [newest, next, oldest] = [
    Date.UTC(2026, 4, 1, 0, 30),
    Date.UTC(2026, 3, 30, 23, 40),
    Date.UTC(2026, 4, 1, 0, 10),
  ]
  const entries = [entry(3, { at: newest }), entry(2, { at: next }), entry(1, { at: oldest })]
  const { past } = withSent({ ...NOTHING_READ, entries }, [])
  expect(hashes(past)).toEqual(['0x3', '0x1', '0x2'])
  const same = [3, 2, 1].map((id) => entry(id, { at: newest }))
  expect(hashes(withSent({ ...NOTHING_READ, entries: same }, []).past)).toEqual(['0x3', '0x2', '0x1'])
})

test('a transaction beyond the loaded pages is left for a later page', () => {
  const old = sent('0xaa', 'confirmed', 1)
  expect(hashes(withSent({ ...list, next: 'a' }, [old]).past)).not.toContain('0xaa')
  expect(hashes(withSent(list, [old]).past)).toContain('0xaa')
  expect(hashes(withSent({ ...list, next: 'a' }, [sent('0xaa', 'pending', 1)]).pending)).toEqual(['0xaa'])
})

test('Solana signatures are case-sensitive', () => {
  const known = { ...list, entries: [entry('1', { hash: 'aB' })] }
  expect(hashes(withSent(known, [sent('Ab', 'confirmed')]).past)).toEqual(['Ab', 'aB'])
})
