import { ModalError } from '@portico/contracts'
import type { EvmNode } from '@portico/contracts/chains/evm/node'
import type { Transfer } from '../plan.ts'

/**
 * What the amount on the screen means is the contract's to say, and no service's: digits that were made up would move a
 * thousand times as much.
 * @throws ModalError `transaction.unexpected` where the contract says otherwise, or is none
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
      ? `at ${address} there is no token that says how many decimals it has`
      : `the token has ${said} decimals, and not ${decimals}`
  throw new ModalError('transaction.unexpected', { details: { difference } })
}
