import { type Account, accountConnected, ModalError, selectAccount, selectActiveNetworkId } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { TypedStartListening } from '@reduxjs/toolkit'
import type { HostServices } from '../extra.ts'
import { snackShown } from '../feedbackSlice.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { ReadOptions } from '../options/readOptions.ts'
import type { RootState, ShellDispatch } from '../store.ts'
import type { Surroundings as Installation, Siwx } from './installSiwx.ts'
import type { PlugIn } from './plugIn.ts'
import { siwxChanged } from './siwxSlice.ts'
import { turnAway } from './turnAway.ts'
import { watchCapture } from './watchCapture.ts'

interface Surroundings extends Omit<Installation, 'arrival'> {
  readonly startListening: TypedStartListening<RootState, ShellDispatch>
  readonly services: HostServices
  readonly plugIns: ReadOptions['plugIns']
}

const loadCode = () => loadPinned(() => import(/* webpackChunkName: "siwx" */ './siwxCode.ts'))

/** The site has switched it off: `siweConfig.enabled`, or that of the client that `createSIWEConfig` makes. */
function isSwitchedOff(siweConfig: unknown): boolean {
  try {
    const { enabled, options } = siweConfig as { enabled?: unknown; options?: { enabled?: unknown } }
    return enabled === false || options?.enabled === false
  } catch {
    return false
  }
}

/**
 * Fetches the code of signing in and lets it take over. A visitor who connects while it cannot be had, or where the site's
 * plug-in is none, is disconnected: a site that signs its visitors in must not meet one who has not been asked.
 */
export function startSiwx({ startListening, plugIns, ...parts }: Surroundings): {
  readonly current: () => Siwx | undefined
  /** Once its code is here; undefined where the site signs nobody in, or the code cannot be had. */
  readonly ready: () => Promise<Siwx | undefined>
  readonly dispose: () => void
} {
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
    await store.dispatch(turnAway(account))
    if (isDisposed) return
    parts.present('Connect')
    store.dispatch(snackShown({ variant: 'error', key: 'host.siwx.unavailable' }))
  }

  watchCapture(startListening)
  if (isOn) {
    store.dispatch(siwxChanged({ isOn: true }))
    void install().catch(() => {})
    startListening({
      actionCreator: accountConnected,
      effect({ payload: { account, isReconnect } }) {
        // A wallet that is paired may bring accounts of several families: the active one is asked about.
        const isActive = selectAccount(store.getState())?.caipAddress === account.caipAddress
        if (!isReconnect && isActive) arrival.account = account.caipAddress
        if (current) current.connected(account)
        else install().catch((error) => fail(account, error))
      },
    })
  }
  return {
    current: () => current,
    ready: async () => (isOn ? install().catch(() => undefined) : undefined),
    dispose() {
      isDisposed = true
      current?.uninstall()
    },
  }
}
