import { isModalError, ModalError } from '@portico/contracts'
import type { Transfer } from '../plan.ts'
import { type Ask, wordOf } from './node.ts'

/** ERC-20: `decimals()`. */
const DECIMALS = '0x313ce567'

/**
 * What the amount on the screen means is the contract's to say, and no service's: digits that were made up would move a
 * thousand times as much.
 * @throws ModalError `transaction.unexpected` where the contract says otherwise, or is none
 */
export async function checkToken({ token: { address, decimals } }: Pick<Transfer, 'token'>, ask: Ask): Promise<void> {
  if (address === undefined) return
  const said = wordOf(
    await ask('eth_call', { to: address, data: DECIMALS }, 'latest').catch((error: unknown) => {
      if (isModalError(error) && error.code === 'node.refused') return undefined
      throw error
    }),
  )
  if (said === BigInt(decimals)) return
  const difference =
    said === undefined
      ? `at ${address} there is no token that says how many decimals it has`
      : `the token has ${said} decimals, and not ${decimals}`
  throw new ModalError('transaction.unexpected', { details: { difference } })
}
