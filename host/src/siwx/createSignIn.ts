import { type Account, accountConnected, ModalError, selectAccount, selectActiveNetworkId } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import { safely } from '../chains/announced.ts'
import { snackShown } from '../feedbackSlice.ts'
import type { HostServices } from '../hostServices.ts'
import type { StartListening } from '../kernel/actionListeners.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { ReadOptions } from '../options/readOptions.ts'
import type { RootState } from '../store.ts'
import { disconnectAccount } from './disconnectAccount.ts'
import type { Surroundings as Installation, Siwx } from './installSiwx.ts'
import type { PlugIn } from './plugIn.ts'
import { siwxChanged } from './siwxSlice.ts'
import { watchCapture } from './watchCapture.ts'

interface Surroundings extends Omit<Installation, 'arrival'> {
  readonly startListening: StartListening<RootState>
  readonly services: HostServices
  readonly plugIns: ReadOptions['plugIns']
}

const loadCode = () => loadPinned(() => import(/* webpackChunkName: "siwx" */ './siwxCode.ts'))

/** Whether the site has switched signing in off: by `siweConfig.enabled`, or in the client from `createSIWEConfig`. */
const isSwitchedOff = (siweConfig: unknown): boolean =>
  safely(() => {
    const { enabled, options } = siweConfig as { enabled?: unknown; options?: { enabled?: unknown } }
    return enabled === false || options?.enabled === false
  }) ?? false

/** Signs visitors in at the site. Does nothing if the site has no plug-in for this. */
export interface SignIn {
  /** Undefined until the code has loaded. */
  current(): Siwx | undefined
  /** Settles once the code has loaded; undefined if that fails, or the site does not sign visitors in. */
  ready(): Promise<Siwx | undefined>
  /**
   * Loads the sign-in code and lets it take over. If the code cannot be loaded or the site's plug-in is unusable, a
   * visitor who connects is disconnected, because a site that signs its visitors in must never meet one who has not
   * been asked. Returns a function that stops this.
   */
  start(): () => void
}

export function createSignIn({ startListening, plugIns, ...parts }: Surroundings): SignIn {
  const { store } = parts
  const { siwx, siweConfig, signInFault } = plugIns
  const arrival: Installation['arrival'] = {}
  const isOn = Boolean(siwx || (siweConfig && !isSwitchedOff(siweConfig)))
  let current: Siwx | undefined
  let isDisposed = false

  const install = onceLoaded(async (): Promise<Siwx | undefined> => {
    if (signInFault) throw signInFault
    const { fromSiweConfig, installSiwx } = await loadCode()
    if (isDisposed) return undefined
    const getActiveNetworkId = () => selectActiveNetworkId(store.getState())
    const plugIn = siwx ?? fromSiweConfig(siweConfig as Parameters<typeof fromSiweConfig>[0], { getActiveNetworkId })
    current = installSiwx(plugIn as PlugIn, { ...parts, arrival })
    return current
  })

  async function fail(account: Account, cause: unknown): Promise<void> {
    console.error('[portico]', new ModalError('siwx.initFailed', { cause }), cause)
    await store.dispatch(disconnectAccount(account))
    if (isDisposed) return
    parts.present('Connect')
    store.dispatch(snackShown({ variant: 'error', key: 'host.siwx.unavailable' }))
  }

  function connected({ account, isReconnect }: ReturnType<typeof accountConnected>['payload']): void {
    // A paired wallet may bring accounts of several families. The visitor is asked only for the active account.
    const isActive = selectAccount(store.getState())?.caipAddress === account.caipAddress
    if (!isReconnect && isActive) arrival.account = account.caipAddress
    if (current) current.connected(account)
    else install().catch((error) => fail(account, error))
  }

  return {
    current: () => current,
    ready: async () => (isOn ? install().catch(() => undefined) : undefined),
    start() {
      const undo = [watchCapture({ store, startListening })]
      if (isOn) {
        store.dispatch(siwxChanged({ isOn: true }))
        void install().catch(() => {})
        undo.push(startListening({ actionCreator: accountConnected, effect: ({ payload }) => connected(payload) }))
      }
      return () => {
        isDisposed = true
        for (const one of undo) one()
        current?.uninstall()
      }
    },
  }
}
