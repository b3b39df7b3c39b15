/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fakePairing, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { pocket, testPaired } from '../../../testing/paired.tsx'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import type { PorticoOptions } from '../../options/types.ts'
import { ConnectingWalletConnect } from './ConnectingWalletConnect.tsx'

beforeAll(fillBrowserGaps)
afterEach(() => {
  jest.restoreAllMocks()
  return unmountAll()
})

const place = { view: 'AllWallets', displayIndex: 4, walletRank: 7 } as const
const connecting = (walletId?: string, { signal } = new AbortController()) => (
  <ConnectingWalletConnect params={walletId === undefined ? { place } : { walletId, place }} signal={signal} />
)

async function show(wallet?: DirectoryWallet, options: Partial<PorticoOptions> = {}) {
  const parts = { pairing: fakePairing(), adapters: [fakeAdapter()], networks: [ethereum], options }
  const paired = testPaired(parts, wallet ? [wallet] : [])
  const chosen = () => paired.told.flatMap(({ event, properties }) => (event === 'SELECT_WALLET' ? [properties] : []))
  return { ...(await render(paired.within(connecting(wallet?.id)))), ...paired, chosen }
}

const tabs = (container: HTMLElement) =>
  [...container.querySelectorAll('[role=tab]')].map(
    (tab) => `${tab.textContent}${tab.getAttribute('aria-selected') === 'true' ? ' *' : ''}`,
  )

test('if no wallet was chosen, there is only the QR code, without tabs', async () => {
  const view = await show()
  expect(tabs(view.container)).toEqual([])
  expect(view.names('[role=img]')).toEqual(['QR code for your wallet'])
  expect(view.chosen()).toEqual([{ name: 'WalletConnect', platform: 'qrcode', ...place }])
})

test('without adapters there is only the QR code, and no choice is tracked', async () => {
  expect((await show(undefined, { basic: true })).chosen()).toEqual([])
})

test('a wallet for all platforms has a tab for each, and the panel belongs to the chosen tab', async () => {
  const view = await show(pocket)
  expect(tabs(view.container)).toEqual(['Mobile *', 'Webapp', 'Desktop'])
  await view.press('Webapp')
  expect(tabs(view.container)).toEqual(['Mobile', 'Webapp *', 'Desktop'])
  const panel = view.container.querySelector('[role=tabpanel]')
  const named = panel?.getAttribute('aria-labelledby') ?? ''
  expect(document.getElementById(named)?.textContent).toBe('Webapp')
  expect(panel?.textContent).toContain('Open the wallet app to continue.')
})

test('choosing a wallet is tracked once, with its position; switching tabs and returning are not tracked', async () => {
  const opening = new AbortController()
  const view = testPaired({ pairing: fakePairing(), adapters: [fakeAdapter()], networks: [ethereum] }, [pocket])
  const shown = await render(view.within(connecting('pocket', opening)))
  await shown.press('Desktop')
  await unmountAll()
  await render(view.within(connecting('pocket', opening)))
  const chosen = () => view.told.filter(({ event }) => event === 'SELECT_WALLET')
  expect(chosen()).toEqual([{ event: 'SELECT_WALLET', properties: { name: 'Pocket', platform: 'qrcode', ...place } }])
  await render(view.within(connecting('pocket')))
  expect(chosen()).toHaveLength(2)
})

test('switching tabs does not change the pairing', async () => {
  const view = await show(pocket)
  await view.press('Webapp')
  await view.press('Mobile')
  expect(view.pairing.calls).toEqual(['prepare'])
})

test('the arrow keys, Home and End move between the tabs, together with the focus', async () => {
  const view = await show(pocket)
  const press = (key: string) =>
    act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
  view.button('Mobile').focus()
  const seen: (string | null)[] = []
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x']) {
    await press(key)
    seen.push(document.activeElement?.textContent ?? null)
  }
  expect(seen).toEqual(['Webapp', 'Desktop', 'Mobile', 'Desktop', 'Mobile', 'Desktop', 'Desktop'])
})

test('if an extension wallet is not installed, the view says so, and where to get the wallet', async () => {
  const view = await show({
    id: 'fox',
    name: 'Fox',
    rdns: 'io.fox',
    homepage: 'https://fox.example',
  } as DirectoryWallet)
  expect(view.text()).toContain('Not detected')
  expect(view.button('Get')).toBeDefined()
  expect(view.pairing.calls).toEqual([])
})

test('a web wallet opens in a window of its own, without access to this page', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const view = await show(pocket)
  await view.press('Webapp')
  await view.press('Open')
  expect(open.mock.calls).toEqual([
    [`https://pocket.example/wc?uri=${encodeURIComponent('wc:1@2')}`, '_blank', 'noopener,noreferrer'],
  ])
})

test('a refusal is shown beside the logo on every tab, and trying again creates a new pairing', async () => {
  const view = await show(pocket)
  await view.press('Webapp')
  await view.refuse()
  expect(view.names('[role=alert]')).toEqual(['Connection rejected'])
  await view.press('Try again')
  expect(view.button('Open').disabled).toBe(false)
})
