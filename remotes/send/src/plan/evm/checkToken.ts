import { ModalError } from '@portico/contracts'
import type { EvmNode } from '@portico/contracts/chains/evm/node'
import type { Transfer } from '../plan.ts'

/**
 * Checks a token's decimals with its contract, not with a service: wrong decimals would move a thousand times the
 * displayed amount.
 * @throws ModalError `transaction.unexpected` if the contract disagrees or does not exist
 */
export async function checkToken(
  { token: { address, decimals } }: Pick<Transfer, 'token'>,
  node: Pick<EvmNode, 'decimals'>,
): Promise<void> {
  if (address === undefined) return
  const said = await node.decimals(address)
  if (said === BigInt(decimals)) return
  const difference =
    said === undefined
      ? `there is no token at ${address} that states its decimals`
      : `the token has ${said} decimals, not ${decimals}`
  throw new ModalError('transaction.unexpected', { details: { difference } })
}
