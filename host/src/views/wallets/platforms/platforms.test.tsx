/** @jest-environment jsdom */
import {
  ethereum,
  fakeAdapter,
  fakePairing,
  fillBrowserGaps,
  harbor,
  render,
  unmountAll,
} from '@portico/contracts/testing'
import type { ReactNode } from 'react'
import { pocket, testPaired } from '../../../../testing/paired.tsx'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { GetWalletRow } from './GetWalletRow.tsx'
import { InAppBrowser, ThisBrowser } from './WithoutPairing.tsx'

beforeAll(fillBrowserGaps)
afterEach(() => {
  jest.restoreAllMocks()
  return unmountAll()
})

async function show(view: ReactNode) {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const adapter = fakeAdapter({ connectors: [{ ...harbor, rdns: 'io.harbor' }] })
  const paired = testPaired({ pairing: fakePairing(), adapters: [adapter], networks: [ethereum] })
  return { ...(await render(paired.within(view))), ...paired, adapter, opened: () => open.mock.calls }
}

const DESK = {
  isMobile: false,
  isIos: false,
  isAndroid: false,
  isSafari: false,
  isTelegram: false,
  isFramed: false,
  isStandalone: false,
}
const IOS = { ...DESK, isMobile: true, isIos: true }
const ANDROID = { ...DESK, isMobile: true, isAndroid: true }
const EVERYWHERE = {
  ...pocket,
  play_store: 'https://play.example/pocket',
  homepage: 'https://pocket.example',
} as DirectoryWallet

test('on a desktop, a visitor without the wallet can choose from all of its stores', async () => {
  const view = await show(<GetWalletRow wallet={EVERYWHERE} environment={DESK} />)
  expect(view.text()).toContain('Pocket')
  await view.press('Get')
  expect(view.store.getState().router.stack.at(-1)).toMatchObject({ view: 'Downloads', params: { walletId: 'pocket' } })
  expect(view.opened()).toEqual([])
})

test.each([
  ['iOS', IOS, 'https://apps.example/pocket'],
  ['Android', ANDROID, 'https://play.example/pocket'],
])("on %s the device's store opens, without access to this page", async (_, environment, url) => {
  const view = await show(<GetWalletRow wallet={EVERYWHERE} environment={environment} />)
  await view.press('Get')
  expect(view.opened()).toEqual([[url, '_blank', 'noopener,noreferrer']])
})

test('if a wallet has no store, there is no row for getting it', async () => {
  const nowhere = { id: 'x', name: 'X' } as DirectoryWallet
  expect((await show(<GetWalletRow wallet={nowhere} environment={DESK} />)).text()).toBe('')
  const onlyIos = { ...nowhere, app_store: 'https://apps.example/x', chrome_store: 'https://chrome.example/x' }
  expect((await show(<GetWalletRow wallet={onlyIos} environment={ANDROID} />)).text()).toBe('')
})

test.each([
  ['', IOS, '_self'],
  [' out of a frame', { ...IOS, isFramed: true }, '_top'],
  [' out of Telegram', { ...ANDROID, isTelegram: true }, '_blank'],
])('if a wallet has a browser of its own, the page opens in that browser%s', async (_, environment, target) => {
  const view = await show(<InAppBrowser wallet={pocket} link="https://in.app/" environment={environment} />)
  expect(view.text()).toContain('Open this page in Pocket')
  await view.press('Open')
  expect(view.opened()).toEqual([['https://in.app/', target, 'noopener,noreferrer']])
})

test('an installed wallet is connected in this browser, without pairing', async () => {
  const installed = { ...pocket, rdns: 'io.harbor' } as DirectoryWallet
  const view = await show(<ThisBrowser wallet={installed} />)
  await view.press('Connect')
  expect(view.adapter.calls.map(({ method }) => method)).toContain('connect')
  expect(view.store.getState().router.stack.at(-1)?.view).toBe('ConnectingExternal')
  expect(view.pairing.calls).toEqual([])
})
