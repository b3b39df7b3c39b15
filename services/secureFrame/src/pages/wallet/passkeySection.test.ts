/** @jest-environment jsdom */
import type { Passkey } from '@portico/contracts/services/loginPasskeys'
import { PasskeyFailed } from '../../keys/passkey/authenticator.ts'
import type { OwnPasskeys } from '../../keys/passkey/ownPasskeys.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { showPasskeys } from './passkeySection.ts'

afterEach(() => document.body.replaceChildren())

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const passkey = (label: string): Passkey => ({
  credentialId: label.padEnd(16, 'x'),
  prfSalt: 's'.repeat(43),
  transports: [],
  sealedShare: 's'.repeat(64),
  splitId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  label,
  createdAtMs: Date.parse('2026-03-01T12:00:00Z'),
})

async function open(labels: readonly string[] = [], more: Partial<OwnPasskeys> = {}) {
  let kept = labels.map(passkey)
  let outdated: readonly string[] = []
  const passkeys: OwnPasskeys = {
    isSupported: true,
    list: async () => kept.map((one) => ({ ...one, isCurrent: !outdated.includes(one.label) })),
    async add(label) {
      kept = [...kept, passkey(label)]
    },
    async remove(credentialId) {
      kept = kept.filter((one) => one.credentialId !== credentialId)
    },
    ...more,
  }
  const place = document.createElement('section')
  document.body.append(place)
  const show = async () => {
    showPasskeys({ wallet: { passkeys }, signal: new AbortController().signal } as OpenedWallet, place)
    await settle()
  }
  await show()
  async function press(name: string) {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (!button) throw new Error(`There is no button "${name}".`)
    button.click()
    await settle()
  }
  return {
    place,
    press,
    names: () => [...place.querySelectorAll('h3')].map(({ textContent }) => textContent),
    said: () => place.querySelector('[role=status]')?.textContent,
    field: () => place.querySelector('input'),
    renew: async (...of: string[]) => {
      outdated = of
      await show()
    },
  }
}

test('a passkey is added under the typed name, or a default one', async () => {
  const { press, names, field, said, place } = await open()
  const name = field()
  if (!name) throw new Error('There is a field.')
  name.value = '  Phone '
  await press('Add a passkey')
  expect(names()).toEqual(['Phone'])
  expect(place.textContent).toContain('Added on March 1, 2026')
  expect(said()).toContain('This page no longer stores a share of your key')
  await press('Add a passkey')
  expect(names()).toEqual(['Phone', 'Passkey 2'])
})

test('nothing is removed before a second confirmation', async () => {
  const { press, names, said } = await open(['Laptop', 'Phone'])
  await press('Remove: Laptop')
  expect(document.activeElement?.textContent).toBe('Laptop')
  await press('Keep it')
  expect([names(), document.activeElement?.textContent]).toEqual([['Laptop', 'Phone'], 'Remove: Laptop'])
  await press('Remove: Laptop')
  await press('Remove it')
  expect(names()).toEqual(['Phone'])
  expect(said()).toContain('delete it there too')
})

test.each([
  ['unsupported', 'doesn’t support'],
  ['exists', 'This device already has a passkey'],
  ['refused', 'the request was refused or timed out'],
] as const)('the passkey error "%s" is explained in plain words', async (failure, text) => {
  const { press, said, names } = await open([], { add: () => Promise.reject(new PasskeyFailed(failure)) })
  await press('Add a passkey')
  expect(said()).toContain(text)
  expect(names()).toEqual([])
})

test('in a browser without passkey support, existing passkeys are listed but none can be added', async () => {
  const { place, names, field } = await open(['Laptop'], { isSupported: false })
  expect(names()).toEqual(['Laptop'])
  expect(field()).toBeNull()
  expect(place.textContent).toContain('This browser doesn’t support passkeys')
})

test('after ten passkeys no more can be added', async () => {
  const { place, field } = await open(Array.from({ length: 10 }, (_, index) => `No. ${index}`))
  expect(field()).toBeNull()
  expect(place.textContent).toContain('up to 10 passkeys')
})

test('a passkey that no longer opens anything is marked', async () => {
  const { renew, place } = await open(['Laptop'])
  expect(place.textContent).not.toContain('Out of date')
  await renew('Laptop')
  expect(place.textContent).toContain('Out of date')
})

test('a failure to list the passkeys is reported, and listing can be tried again', async () => {
  let isDown = true
  const { press, place, names } = await open([], {
    list: async () => {
      if (isDown) throw new Error('The wire was cut.')
      return [{ ...passkey('Laptop'), isCurrent: true }]
    },
  })
  expect(place.textContent).toContain('Can’t load your passkeys right now')
  isDown = false
  await press('Try again')
  expect(names()).toEqual(['Laptop'])
})
