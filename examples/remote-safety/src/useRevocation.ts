import { type Account, type Network, serializeError } from '@portico/contracts'
import { errorText, useCommands, useMessages } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useState } from 'react'
import { revokeEvm } from './evm/revokeEvm.ts'
import type { Grant } from './grant.ts'
import type { Revocation } from './revocation.ts'
import { revokeSolana } from './solana/revokeSolana.ts'

/** Fees change, and a Solana transaction expires after about a minute. */
const LIFETIME_MS = 30_000

/** The transaction that takes a permission back, and the function that asks the wallet for it. */
export function useRevocation(grant: Grant, account: Account | undefined, network: Network | undefined) {
  const t = useMessages()
  const { acting, back, pushTransaction, showSnack } = useCommands()
  const [isAsking, setIsAsking] = useState(false)
  const isPossible = grant.kind !== 'delegation'
  const [answer, again] = useAnswer<Revocation>({
    key: isPossible && account && network ? `${account.caipAddress} ${grant.id}` : undefined,
    isHeld: isAsking,
    refreshMs: LIFETIME_MS,
    async work(signal) {
      if (!account || !network) throw new TypeError('There is no account.')
      const family = account.namespace === 'solana' ? revokeSolana : revokeEvm
      return family(await acting(), network, account.address, grant, signal)
    },
  })

  async function send({ request }: Revocation): Promise<void> {
    if (isAsking) return
    setIsAsking(true)
    // The embedded wallet shows its own view on top; after a rejection there, the host returns to this view.
    const end = pushTransaction({ onSuccess: back })
    try {
      const asking = await acting()
      await asking.send(request, {
        type: 'approve',
        amount: '0',
        decimals: grant.decimals ?? 0,
        symbol: grant.symbol ?? '',
        to: grant.spender,
        ...(grant.token && { token: grant.token }),
      })
      end()
      showSnack({ variant: 'success', text: t('safety.revoke.started') })
      back()
    } catch (error) {
      const known = serializeError(error, 'connection.requestFailed')
      const isKnown = known.code !== 'connection.requestFailed'
      showSnack({ variant: 'error', text: isKnown ? errorText(t, known) : t('safety.revoke.failed') })
      if (known.code === 'node.refused') again()
    } finally {
      end()
      setIsAsking(false)
    }
  }
  return { answer, again, send, isAsking, isPossible }
}
