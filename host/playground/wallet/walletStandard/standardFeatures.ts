import type { WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsChangeProperties,
  StandardEventsFeature,
} from '@wallet-standard/features'
import type { Listener } from '../createEmitter.ts'
import type { WalletCore } from '../walletCore.ts'

/** `silent` never prompts: it returns what the site may see already. */
export const connectFeature = (core: WalletCore, accounts: () => readonly WalletAccount[]): StandardConnectFeature => ({
  'standard:connect': {
    version: '1.0.0',
    connect: (input) =>
      core.answer('standard:connect', input, async (ask) => {
        if (!input?.silent) await core.admit(ask)
        return { accounts: accounts() }
      }),
  },
})

export const disconnectFeature = (core: WalletCore): StandardDisconnectFeature => ({
  'standard:disconnect': {
    version: '1.0.0',
    disconnect: () => core.answer('standard:disconnect', undefined, () => core.memory.revoke()),
  },
})

export function eventsFeature(core: WalletCore, accounts: () => readonly WalletAccount[]): StandardEventsFeature {
  core.watchSite(() => {
    const change: StandardEventsChangeProperties = { accounts: accounts() }
    core.events.emit('change', change)
  })
  return {
    'standard:events': {
      version: '1.0.0',
      on: (event, listener) => core.events.on(event, listener as Listener),
    },
  }
}
