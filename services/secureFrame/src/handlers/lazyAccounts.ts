import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { Place, Signers } from '../interfaces.ts'
import { type AccountDatabase, openAccountDatabase } from '../smartAccount/accountDatabase.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import { createOwnAccounts, type OwnAccounts } from '../smartAccount/ownAccounts.ts'
import type { SmartAccountNetworks } from './networks.ts'

export interface LazyAccounts {
  readonly own: OwnAccounts
  readonly batches: AccountDatabase['batches']
  readonly networks: SmartAccountNetworks
  /** Undefined if the operator has configured no smart accounts. */
  readonly smart: () => Promise<SmartAccounts | undefined>
}

/** The visitor's accounts. Smart account code loads only if the operator has configured smart accounts. */
export function lazyAccounts(place: Place, signers: Signers, fetchFrom: typeof fetch): LazyAccounts {
  const { bundlers } = place.settings
  const { preferred, batches } = openAccountDatabase()
  const load = onceLoaded(async () => {
    const [{ createSmartAccounts }, { createJsonRpc }] = await Promise.all([
      import('../smartAccount/createSmartAccounts.ts'),
      import('../rpc/jsonRpc.ts'),
    ])
    return createSmartAccounts({
      bundlers,
      ask: createJsonRpc(place, fetchFrom),
      fetch: fetchFrom,
      async sign(owner, hash) {
        const { signAsOwner } = await import('../signing/evm/signAsOwner.ts')
        return signAsOwner(signers, owner, hash)
      },
    })
  })
  const hasAny = Object.keys(bundlers).length > 0
  return {
    own: createOwnAccounts({ bundlers, smart: load, preferred }),
    batches,
    networks: async () => (hasAny ? (await load()).networks() : []),
    smart: async () => (hasAny ? load() : undefined),
  }
}
