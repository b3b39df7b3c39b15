/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fakePairing, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { pocket, testPaired } from '../../../../testing/paired.tsx'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { LinkToApp } from './LinkToApp.tsx'

beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const withStore = { ...pocket, play_store: 'https://play.example/pocket' } as DirectoryWallet
const uri = encodeURIComponent('wc:1@2')

async function show(wallet: DirectoryWallet = withStore) {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID)
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const paired = testPaired({ pairing: fakePairing(), adapters: [fakeAdapter()], networks: [ethereum] })
  return {
    ...(await render(paired.within(<LinkToApp wallet={wallet} />))),
    ...paired,
    /** The URLs opened so far, in order. */
    opened: () => open.mock.calls.map(([href, target]) => [href, target]),
    pass: (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms)),
  }
}

test('nothing opens without a click, and a click opens the app', async () => {
  const view = await show()
  expect(view.opened()).toEqual([])
  await view.press('Open')
  expect(view.opened()).toEqual([[`pocket://wc?uri=${uri}`, '_self']])
})

test('if the app does not take the link, the next click opens its store; after that, there is a QR code', async () => {
  const view = await show()
  await view.press('Open')
  await view.pass(2_500)
  expect(view.text()).toContain('The app didn’t open.')
  await view.press('Open')
  expect(view.opened().at(-1)).toEqual(['https://play.example/pocket', '_blank'])
  await view.pass(2_500)
  expect(view.names('[role=img]')).toEqual(['QR code for your wallet'])
})

test("a link that no app takes is tracked, without the link itself; a store's link is not tracked", async () => {
  const view = await show()
  const failures = () => view.told.filter(({ event }) => event === 'CONNECT_PROXY_ERROR')
  await view.press('Open')
  expect(failures()).toEqual([])
  await view.pass(2_500)
  const properties = { name: 'Pocket', mobile_link: 'pocket://', message: 'no app has taken the link' }
  expect(failures()).toEqual([{ event: 'CONNECT_PROXY_ERROR', properties }])
  await view.press('Open')
  await view.pass(2_500)
  expect(failures()).toHaveLength(1)
})

test('if the page is not allowed to open windows, the view says so, and the next step follows', async () => {
  const view = await show()
  jest.mocked(window.open).mockImplementation(() => {
    throw new DOMException('The page is in a sandbox')
  })
  await view.press('Open')
  expect(view.told.map(({ event }) => event)).toContain('CONNECT_PROXY_ERROR')
  expect(view.text()).toContain('The app didn’t open.')
  expect(view.pairingState().linkedTo).toBeUndefined()
})

test('if the visitor leaves the page for the app, the page is unchanged on return', async () => {
  const view = await show()
  await view.press('Open')
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  await view.pass(10_000)
  expect(view.text()).toContain('Open the wallet app to continue.')
  await view.press('Open')
  expect(view.opened()).toHaveLength(2)
})

test('when the wallet approves, the app that was opened is recorded, without the pairing', async () => {
  const view = await show()
  await view.press('Open')
  expect(view.pairingState().linkedTo).toEqual({ name: 'Pocket', base: 'pocket://' })
})

test('if a wallet has no link that may be opened, the QR code is shown at once', async () => {
  const view = await show({ ...pocket, mobile_link: 'javascript:alert(1)//', app_store: undefined } as DirectoryWallet)
  expect(view.opened()).toEqual([])
  expect(view.names('[role=img]')).toEqual(['QR code for your wallet'])
})

test('a refusal is shown, and trying again starts with the app', async () => {
  const view = await show()
  await view.press('Open')
  await view.refuse()
  expect(view.names('[role=alert]')).toEqual(['Connection rejected'])
  await view.press('Try again')
  await view.press('Open')
  expect(view.opened().at(-1)).toEqual([`pocket://wc?uri=${encodeURIComponent('wc:2@2')}`, '_self'])
})
