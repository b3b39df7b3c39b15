import { isAddress } from 'viem'
import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '../../shared-contracts/src/limits.ts'
import { addressOf, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { decideNewDevice, newDevice } from '../browser/support/newDevices.ts'
import {
  agreeElsewhere,
  agreeInApp,
  finishIn,
  isConnected,
  newPerson,
  pressProvider,
  providerButton,
  shownLink,
  signInAs,
  signInWith,
} from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'

jest.setTimeout(90_000)

afterAll(closeBrowser)

const PHONE = {
  viewport: { width: 390, height: 740 },
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15',
}

describe.each(['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const)('%s', (provider) => {
  test("a visitor signs up in the provider's window; a second browser waits for the first, without a mail or a wallet", async () => {
    const person = newPerson()
    const [first, second] = await Promise.all([visit(withoutWallet()), visit(withoutWallet())])
    try {
      await first.open()
      const popup = await pressProvider(first, provider)
      const size = await popup.evaluate(() => [innerWidth, innerHeight])
      expect(size).toEqual([POPUP_WIDTH_PX, POPUP_HEIGHT_PX])
      await first.sees('Connect in the provider window')
      await finishIn(popup, first, person)
      const address = await addressOf(first)
      expect(isAddress(address)).toBe(true)

      await second.open()
      await signInAs(await pressProvider(second, provider), person)
      await second.dialog.getByText('Your wallet doesn’t recognize this device.').waitFor()
      await second.reads('status', 'disconnected')
      const mails = await fetch(`${stack.urls.mailbox}/messages?${new URLSearchParams({ to: person.email })}`)
      expect(await mails.json()).toEqual({ messages: [] })
    } finally {
      await Promise.all([first.end(), second.end()])
    }
  })
})

/** A visitor with a wallet, and a second browser where their sign-in waits. */
async function withSecond(run: (first: Visit, second: Visit, address: string) => Promise<void>): Promise<void> {
  const person = newPerson()
  const [first, second] = await Promise.all([visit(withoutWallet()), visit(withoutWallet())])
  try {
    await signInWith(first, 'google', person)
    const address = await addressOf(first)
    await second.open()
    await signInAs(await pressProvider(second, 'google'), person)
    await second.dialog.getByText('Your wallet doesn’t recognize this device.').waitFor()
    await run(first, second, address)
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

test('a second browser confirmed on the first gets and keeps the same wallet', () =>
  withSecond(async (first, second, address) => {
    await decideNewDevice(first, 'confirm')
    await first.reads('address', address)
    await isConnected(second)
    await second.reads('address', address)
    await second.page.reload()
    await second.reads('status', 'connected')
    await second.reads('address', address)
  }))

test('a refused second browser is notified, now and when it tries again', () =>
  withSecond(async (first, second) => {
    await decideNewDevice(first, 'refuse')
    await second.sees('A device that already uses this wallet denied access to this one.')
    await second.reads('status', 'disconnected')
    await first.page.reload()
    await first.reads('status', 'connected')
    await first.settled()
    expect(await newDevice(first).count()).toBe(0)
  }))

test(
  'a social login survives a reload, and signing out leaves nothing behind',
  visiting(withoutWallet(), async (visitor) => {
    const person = newPerson()
    await signInWith(visitor, 'github', person)
    const address = await addressOf(visitor)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', address)
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await signInWith(visitor, 'github', person)
    await visitor.reads('address', address)
  }),
)

test('Google and a mailed code with the same address are two wallets', async () => {
  const person = { name: 'Mary Somerville', email: newAddress() }
  const [first, second] = await Promise.all([visit(withoutWallet()), visit(withoutWallet())])
  try {
    await signInWith(first, 'google', person)
    await signIn(second, person.email)
    expect(await addressOf(second)).not.toBe(await addressOf(first))
  } finally {
    await Promise.all([first.end(), second.end()])
  }
})

describe('Farcaster', () => {
  test('a desktop shows a code to scan, a phone a button that opens the app; both sign-ins open the same wallet', async () => {
    const [desktop, phone] = await Promise.all([visit(withoutWallet()), visit({ ...withoutWallet(), ...PHONE })])
    try {
      await desktop.open()
      await (await providerButton(desktop, 'farcaster')).click()
      await agreeElsewhere(desktop, await shownLink(desktop), 'ada')
      await isConnected(desktop)
      const address = await addressOf(desktop)

      await phone.open()
      await (await providerButton(phone, 'farcaster')).click()
      const button = phone.dialog.getByRole('button', { name: 'Open Farcaster' })
      const [app] = await Promise.all([phone.context.waitForEvent('page'), button.click()])
      await agreeInApp(app, 'ada')
      await phone.dialog.getByText('Your wallet doesn’t recognize this device.').waitFor()
      await decideNewDevice(desktop, 'confirm')
      await isConnected(phone)
      await phone.reads('address', address)
    } finally {
      await Promise.all([desktop.end(), phone.end()])
    }
  })

  test(
    'after going back, a late approval on the phone does not sign in, and the next code is new',
    visiting(withoutWallet(), async (visitor) => {
      await visitor.open()
      await (await providerButton(visitor, 'farcaster')).click()
      const before = await shownLink(visitor)
      await visitor.back()
      await agreeElsewhere(visitor, before, 'grace')
      await (await providerButton(visitor, 'farcaster')).click()
      const now = await shownLink(visitor)
      expect(now).not.toBe(before)
      await visitor.reads('status', 'disconnected')
      await agreeElsewhere(visitor, now, 'grace')
      await isConnected(visitor)
    }),
  )
})
