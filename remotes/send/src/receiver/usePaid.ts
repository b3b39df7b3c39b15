import type { Account, Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'

const NONE: readonly string[] = []

/** Receivers that the account has paid, from any page. Loads once there is a receiver; empty if that fails. */
export function usePaid(account: Account | undefined, network: Network | undefined, isWanted: boolean) {
  const { acting } = useCommands()
  const owner = account && network && { address: account.address, caipNetworkId: network.caipNetworkId }
  const [answer] = useAnswer({
    key: isWanted && owner ? `${owner.caipNetworkId} ${owner.address}` : undefined,
    async work(signal) {
      if (!owner) return NONE
      const [asking, { loadPaid }] = await Promise.all([
        acting(),
        import(/* webpackChunkName: "paid" */ './loadPaid.ts'),
      ])
      return loadPaid(owner, asking, signal)
    },
  })
  return answer && 'value' in answer ? answer.value : NONE
}
