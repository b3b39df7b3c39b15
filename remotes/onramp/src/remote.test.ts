import { isSoldTo } from './offer.ts'
import remote from './remote.ts'

test('every title, label and text has English words', () => {
  const keys = [
    ...Object.values(remote.views).map(({ title }) => title),
    ...remote.slots['account.actions'].map(({ label }) => label),
  ]
  for (const key of keys) expect(remote.messages).toHaveProperty([key])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('onramp.'))).toBe(true)
})

test('every view loads, and buying needs an account', async () => {
  for (const [name, view] of Object.entries(remote.views)) {
    expect('needsAccount' in view && view.needsAccount).toBe(name !== 'WhatIsABuy')
    expect(typeof (await view.load()).default).toBe('function')
  }
})

test('views.md §27, 16: buying is offered on EVM and Solana only', () => {
  for (const { namespaces } of remote.slots['account.actions']) expect(namespaces).toEqual(['eip155', 'solana'])
  const families = ['eip155', 'solana', 'bip122'] as const
  expect(families.filter(isSoldTo)).toEqual(['eip155', 'solana'])
})

test("where buying is unavailable, the message uses the feature's everyday name", () => {
  const [first] = Object.values(remote.views)
  expect(remote.messages[first?.title as keyof typeof remote.messages]).toBe('Buy crypto')
})
