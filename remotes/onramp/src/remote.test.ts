import { isSoldTo } from './offer.ts'
import remote from './remote.ts'

test('every title, label and text of it has English words', () => {
  const keys = [
    ...Object.values(remote.views).map(({ title }) => title),
    ...remote.slots['account.actions'].map(({ label }) => label),
  ]
  for (const key of keys) expect(remote.messages).toHaveProperty([key])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('onramp.'))).toBe(true)
})

test('every view of it can be had, and what buys needs an account', async () => {
  for (const [name, view] of Object.entries(remote.views)) {
    expect('needsAccount' in view && view.needsAccount).toBe(name !== 'WhatIsABuy')
    expect(typeof (await view.load()).default).toBe('function')
  }
})

test('views.md §27, 16: it is offered on EVM and Solana, and nowhere else', () => {
  for (const { namespaces } of remote.slots['account.actions']) expect(namespaces).toEqual(['eip155', 'solana'])
  const families = ['eip155', 'solana', 'bip122'] as const
  expect(families.filter(isSoldTo)).toEqual(['eip155', 'solana'])
})

test('where it cannot be had, it is called what a visitor would call it', () => {
  const [first] = Object.values(remote.views)
  expect(remote.messages[first?.title as keyof typeof remote.messages]).toBe('Buy crypto')
})
