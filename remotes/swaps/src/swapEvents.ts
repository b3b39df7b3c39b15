import { type ActingCommands, selectConnection, serializeError } from '@portico/contracts'
import { amountText } from '@portico/contracts/money'
import { useSelector } from 'react-redux'
import type { Wish } from './plan.ts'
import type { SwapsHostState } from './swapsSlice.ts'

type Track = Pick<ActingCommands, 'track'>

interface About {
  readonly wish: Wish
  /** The quoted amount, in the smallest unit of the target. */
  readonly quoted: bigint
  readonly isSmartAccount: boolean
}

/** public-api.md §10 requires this property on every swap event. */
export const useIsSmartAccount = (): boolean =>
  useSelector((state: SwapsHostState) => selectConnection(state)?.accounts[0].type === 'smartAccount')

/** public-api.md §10 */
const propertiesOf = ({ wish: { from, to, amount }, quoted, isSmartAccount }: About) => ({
  isSmartAccount,
  network: from.caipNetworkId,
  swapFromToken: from.symbol,
  swapToToken: to.symbol,
  swapFromAmount: amountText(amount, from.decimals),
  swapToAmount: amountText(quoted, to.decimals),
})

/** Signs the swap and tracks the outcome. @throws as `send` */
export async function swapAndTell<Sent>({ track }: Track, about: About, send: () => Promise<Sent>): Promise<Sent> {
  const properties = propertiesOf(about)
  track('INITIATE_SWAP', properties)
  try {
    const sent = await send()
    track('SWAP_SUCCESS', properties)
    return sent
  } catch (error) {
    track('SWAP_ERROR', { ...properties, message: messageOf(error) })
    throw error
  }
}

/** Signs the approval and tracks a failure. @throws as `send` */
export async function approveAndTell<Sent>({ track }: Track, about: About, send: () => Promise<Sent>): Promise<Sent> {
  try {
    return await send()
  } catch (error) {
    track('SWAP_APPROVAL_ERROR', { ...propertiesOf(about), message: messageOf(error) })
    throw error
  }
}

const messageOf = (error: unknown) => serializeError(error, 'connection.requestFailed').message
