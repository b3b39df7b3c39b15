import { accountConnected, ModalError, type SIWXConfig, selectActiveNetworkId, type ViewName } from '@portico/contracts'
import type { TypedStartListening } from '@reduxjs/toolkit'
import { disconnect } from '../connections/disconnect.ts'
import type { HostServices } from '../extra.ts'
import { snackShown } from '../feedbackSlice.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { ReadOptions } from '../options/readOptions.ts'
import type { HostCommands } from '../router/createCommands.ts'
import type { RootState, ShellDispatch, ShellStore } from '../store.ts'
import type { Siwx } from './installSiwx.ts'
import { siwxChanged } from './siwxSlice.ts'

interface Surroundings {
  readonly store: ShellStore
  readonly startListening: TypedStartListening<RootState, ShellDispatch>
  readonly services: HostServices
  readonly commands: HostCommands
  readonly connectingViews: readonly ViewName[]
  readonly plugIns: ReadOptions['plugIns']
}

const loadCode = () => loadPinned(() => import(/* webpackChunkName: "siwx" */ './siwxCode.ts'))

/**
 * Fetches the code of signing in and lets it take over. A visitor who connects while it cannot be had is disconnected: a
 * site that signs its visitors in must not meet one who has not been asked.
 */
export function startSiwx({ store, startListening, plugIns, ...parts }: Surroundings): {
  readonly current: () => Siwx | undefined
  readonly dispose: () => void
} {
  const { siwx, siweConfig } = plugIns
  let current: Siwx | undefined
  let coming: Promise<void> | undefined
  let isDisposed = false

  const install = (): Promise<void> => {
    coming ??= loadCode()
      .then((code) => {
        const getActiveNetworkId = () => selectActiveNetworkId(store.getState())
        const config = (siwx ?? code.fromSiweConfig(siweConfig as never, { getActiveNetworkId })) as
          | SIWXConfig
          | undefined
        // The site has switched it off (`siweConfig.enabled`).
        if (!config) return void store.dispatch(siwxChanged({ isOn: false }))
        current = code.installSiwx({ store, siwx: config, ...parts })
        if (isDisposed) current.uninstall()
      })
      .catch((error) => {
        coming = undefined // the next connection tries again
        throw error
      })
    return coming
  }
  const fail = (namespace: Parameters<typeof disconnect>[0], cause: unknown) => {
    console.error('[portico]', new ModalError('siwx.initFailed', { cause }), cause)
    void store.dispatch(disconnect(namespace)).catch(() => {})
    store.dispatch(snackShown({ variant: 'error', key: 'host.siwx.unavailable' }))
  }

  if (siwx || siweConfig) {
    store.dispatch(siwxChanged({ isOn: true }))
    void install().catch(() => {})
    startListening({
      actionCreator: accountConnected,
      effect: ({ payload }) => void install().catch((error) => fail(payload.account.namespace, error)),
    })
  }
  return {
    current: () => current,
    dispose() {
      isDisposed = true
      current?.uninstall()
    },
  }
}
