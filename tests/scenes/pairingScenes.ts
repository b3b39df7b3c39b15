import type { BrowserContext } from 'playwright-core'
import { shellFile, shellUrl } from '../browser/support/deployment.ts'
import type { Visit } from '../browser/support/visit.ts'
import { fail } from './routes.ts'
import type { Reasons, Scene } from './scene.ts'
import { byCode, retry } from './steps.ts'

/** How visitors get to the views of pairing with a wallet on another device. */

const RELAY = /\/relay(\?|$)/
const failPairing = (context: BrowserContext) => fail(shellUrl(shellFile('chunk:pairing')))(context)
/** A relay that accepts connections and stays silent. */
const silentRelay = (context: BrowserContext) => context.routeWebSocket(RELAY, () => {})
const toPairing = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId('wallet-selector-walletconnect').click()
}
const code = (visitor: Visit) => visitor.page.locator('[data-testid="wui-qr-code"][data-uri]').waitFor()
/** A site without adapters: on a desktop the QR code is the first view. */
const withoutAdapters = { ...byCode, query: { options: { adapters: [] } } } as const

export const PAIRING_SCENES: readonly Scene[] = [
  {
    view: 'ConnectingWalletConnect',
    state: 'filled',
    ...byCode,
    go: async (visitor) => {
      await toPairing(visitor)
      await code(visitor)
    },
  },
  { view: 'ConnectingWalletConnect', state: 'loading', ...byCode, prepare: silentRelay, go: toPairing },
  {
    view: 'ConnectingWalletConnect',
    state: 'error',
    ...byCode,
    prepare: failPairing,
    go: async (visitor) => {
      await toPairing(visitor)
      await retry(visitor)
    },
  },
  {
    view: 'ConnectingWalletConnectBasic',
    state: 'filled',
    ...withoutAdapters,
    go: async (visitor) => {
      await visitor.open()
      await code(visitor)
    },
  },
  {
    view: 'ConnectingWalletConnectBasic',
    state: 'loading',
    ...withoutAdapters,
    prepare: silentRelay,
    go: (visitor) => visitor.open(),
  },
  {
    view: 'ConnectingWalletConnectBasic',
    state: 'error',
    ...withoutAdapters,
    prepare: failPairing,
    go: async (visitor) => {
      await visitor.open()
      await retry(visitor)
    },
  },
]

export const PAIRING_NOT_APPLICABLE: Reasons = {
  ConnectingWalletConnect: { empty: 'a code is there or is on its way' },
  ConnectingWalletConnectBasic: { empty: 'as ConnectingWalletConnect' },
}
