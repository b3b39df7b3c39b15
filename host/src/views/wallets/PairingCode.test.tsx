/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fakePairing, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act, type ReactNode } from 'react'
import { pocket, testPaired } from '../../../testing/paired.tsx'
import { pairingAgreed } from '../../connections/pairingSlice.ts'
import { PairingCode } from './PairingCode.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

/** A view that waits for a paired wallet. */
async function showPairing(view: ReactNode) {
  const paired = testPaired({ pairing: fakePairing(), adapters: [fakeAdapter()], networks: [ethereum] })
  return { ...(await render(paired.within(view))), ...paired }
}

const code = (container: HTMLElement) => container.querySelector('[data-testid="wui-qr-code"]')

test('until there is a QR code, the view says so, and nothing can be copied', async () => {
  const view = await showPairing(null)
  view.pairing.prepare = () => new Promise(() => {})
  await view.rerender(view.within(<PairingCode />))
  expect(view.names('[role=status]')).toEqual(['Preparing the code'])
  expect(code(view.container)?.getAttribute('data-uri')).toBeNull()
  expect(view.button('Copy link').disabled).toBe(true)
})

test('the QR code has a label, contains the pairing, and has the quiet zone that cameras need', async () => {
  const view = await showPairing(<PairingCode />)
  expect(code(view.container)?.getAttribute('data-uri')).toBe('wc:1@2')
  expect(view.names('[role=img]')).toEqual(['QR code for your wallet'])
  expect(view.text()).toContain('Scan this code with the wallet on your phone.')
  const svg = view.container.querySelector('svg[role=img]')
  const modules = Number(svg?.getAttribute('viewBox')?.split(' ')[2])
  expect((modules - 8 - 17) % 4).toBe(0)
})

test('once a wallet has approved, the QR code is gone while the site signs the visitor in', async () => {
  const view = await showPairing(<PairingCode />)
  await act(async () => void view.store.dispatch(pairingAgreed()))
  expect(code(view.container)?.getAttribute('data-uri')).toBeNull()
  expect(view.names('[role=status]')).toEqual(['Signing you in…'])
  expect(view.text()).not.toContain('Scan this code')
  expect(view.button('Copy link').disabled).toBe(true)
})

test("a QR code for one wallet is shown with the wallet's name", async () => {
  const view = await showPairing(<PairingCode wallet={pocket} />)
  expect(view.text()).toContain('Scan this code with Pocket on your phone.')
})

test.each([
  ['connection.rejected', 'Connection rejected'],
  ['relay.unreachable', 'Couldn’t reach the relay'],
] as const)('%s is reported, and trying again shows a new QR code', async (reason, text) => {
  const view = await showPairing(<PairingCode />)
  await view.refuse(reason)
  expect(view.names('[role=alert]')[0]).toContain(text)
  expect(code(view.container)).toBeNull()
  await view.press('Try again')
  expect(code(view.container)?.getAttribute('data-uri')).toBe('wc:2@2')
  expect(view.names('[role=alert]')).toEqual([])
})

test('a QR code for any wallet marks no wallet as recent, whatever was opened before', async () => {
  const view = await showPairing(<PairingCode wallet={pocket} />)
  await view.pick(pocket.id)
  await view.rerender(view.within(<PairingCode />))
  expect(view.pairingState().walletId).toBeUndefined()
})
