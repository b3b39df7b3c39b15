import {
  type ActingCommands,
  type Holding,
  type Network,
  serializeError,
  type TransactionNote,
  type TransactionRequest,
} from '@portico/contracts'
import { amountText } from '@portico/contracts/money'

interface About {
  readonly network: Network
  readonly holding: Holding
  /** In the smallest unit. */
  readonly amount: bigint
  readonly isSmartAccount: boolean
}

/** public-api.md §10. The amount is a plain number, since nothing computes with it. */
const propertiesOf = ({ network, holding, amount, isSmartAccount }: About) => ({
  isSmartAccount,
  network: network.caipNetworkId,
  token: holding.symbol,
  amount: Number(amountText(amount, holding.decimals)),
})

/** Sends the request, and reports the outcome to the site as events. @throws what `ActingCommands.send` throws */
export async function sendAndTell(
  { send, track }: Pick<ActingCommands, 'send' | 'track'>,
  request: TransactionRequest,
  note: TransactionNote,
  about: About,
) {
  const properties = propertiesOf(about)
  track('SEND_INITIATED', properties)
  try {
    const sent = await send(request, note)
    track('SEND_SUCCESS', { ...properties, hash: sent.hash })
    return sent
  } catch (error) {
    const { code, message } = serializeError(error, 'connection.requestFailed')
    track(code === 'connection.requestRejected' ? 'SEND_REJECTED' : 'SEND_ERROR', { ...properties, message })
    throw error
  }
}
