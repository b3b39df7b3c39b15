/** @jest-environment jsdom */
import type { NewDevice, NewDevices } from '../../keys/newDevices.ts'
import { Refused } from '../../messages/channel.ts'
import { showDevices } from './devicesSection.ts'
import type { OpenedWallet } from './openedWallet.ts'

afterEach(() => document.body.replaceChildren())

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
const device = (key: string, host: string | null): NewDevice => ({
  key,
  host,
  askedAt: 1_700_000_000,
  opensAt: 1_700_086_400,
})

async function open(devices: readonly NewDevice[], decide?: NewDevices['decide']) {
  const decided: unknown[] = []
  const newDevices: NewDevices = {
    list: async () => devices.filter(({ key }) => !JSON.stringify(decided).includes(key)),
    decide: decide ?? (async (decision) => void decided.push(decision)),
  }
  const place = document.createElement('section')
  document.body.append(place)
  showDevices({ wallet: { newDevices }, signal: new AbortController().signal } as OpenedWallet, place)
  await settle()
  async function press(name: string, index = 0) {
    const button = [...place.querySelectorAll('button')].filter(({ textContent }) => textContent === name)[index]
    button?.click()
    await settle()
  }
  return { place, press, decided, said: () => place.querySelector('[role=status]')?.textContent }
}

test('if no device asks to open the wallet, there is no section', async () => {
  expect((await open([])).place.hidden).toBe(true)
})

test('each requesting device is shown with its site, and is confirmed or refused separately', async () => {
  const { place, press, decided, said } = await open([device('laptop', 'shop.example'), device('thief', null)])
  expect([...place.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'shop.example',
    'An unknown site',
  ])
  await press('Deny', 1)
  expect(decided).toEqual([{ key: 'thief', meant: 'refuse' }])
  expect(said()).toContain('was denied access')
  await press('This was me')
  expect(decided).toEqual([
    { key: 'thief', meant: 'refuse' },
    { key: 'laptop', meant: 'confirm' },
  ])
  expect([place.querySelectorAll('h3').length, said()]).toEqual([0, 'The device is confirmed.'])
})

test('an unreachable store is reported, and the device can still be decided on', async () => {
  const { place, press, said } = await open([device('laptop', 'shop.example')], () =>
    Promise.reject(new Refused('keyUnavailable')),
  )
  await press('This was me')
  expect(said()).not.toBe('Working…')
  expect(place.querySelectorAll('button')).toHaveLength(2)
})
