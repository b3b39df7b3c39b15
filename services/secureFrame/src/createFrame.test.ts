/** @jest-environment jsdom */
import { requests } from '@portico/contracts/embeddedWallet/requests'
import { createFrame } from './createFrame.ts'

const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: {},
  isDevelopment: false,
}
const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

/** A browser that denies storage and channels between tabs to frames. */
function open() {
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined, configurable: true })
  Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: true }), configurable: true })
  const parameters = { projectId: 'p', chainId: 'eip155:10', version: '4', enableLogger: 'false' } as const
  const place = { settings, projectId: 'p', page: () => asking.origin }
  return createFrame(place, parameters, window as Window & typeof globalThis)
}

test('every request that a page may send has a handler', () => {
  expect(Object.keys(open()).sort()).toEqual(Object.keys(requests).sort())
})

test('a loading page needs no network request to learn its network and whether anybody is signed in', async () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const handlers = open()
  expect(await handlers.IS_CONNECTED(undefined, asking)).toEqual({ isConnected: false })
  expect(await handlers.GET_CHAIN_ID(undefined, asking)).toEqual({ chainId: 10 })
  expect(await handlers.RPC_ABORT(undefined, asking)).toBeUndefined()
  expect(await handlers.SIGN_OUT(undefined, asking)).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

test('the page sets its accent color, and may send data about its site', async () => {
  const handlers = open()
  await handlers.SYNC_THEME({ w3mThemeVariables: { '--w3m-accent': '#4353e8' } }, asking)
  expect(document.documentElement.style.getPropertyValue('--w-color-accent')).toBe('rgb(67 83 232)')
  expect(await handlers.SYNC_DAPP_DATA({ projectId: 'other' }, asking)).toBeUndefined()
})
