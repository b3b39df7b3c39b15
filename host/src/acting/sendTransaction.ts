import {
  type BitcoinTransactionRequest,
  type EvmTransactionRequest,
  type HostState,
  ModalError,
  type Network,
  type SolanaTransactionRequest,
  selectConnection,
  selectNetwork,
  type TransactionRequest,
} from '@portico/contracts'
import type { BitcoinProvider } from '../chains/bip122/provider.ts'
import type { Eip1193Provider } from '../chains/eip155/provider.ts'
import type { SolanaProvider } from '../chains/solana/provider.ts'
import { translate } from '../chains/walletErrors.ts'
import type { HostServices } from '../hostServices.ts'
import { mayBeSent } from './mayBeSent.ts'
import { networkReason } from './networkReason.ts'

const REQUEST = { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' } as const

const unexpected = (difference: string) => new ModalError('transaction.unexpected', { details: { difference } })

/** The error if the wallet was asked and has not refused. */
const unknown = (connectorId: string, cause?: unknown) =>
  new ModalError('transaction.unknown', { details: { connectorId }, cause })

/** Converts errors of a wallet that has received the request: a missing answer does not mean that it refused. */
async function answered<T>(sending: Promise<T>, connectorId: string): Promise<T> {
  try {
    return await sending
  } catch (error) {
    throw mayBeSent(error) ? unknown(connectorId, error) : error
  }
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value)
const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value)

/** The wallet of the connection for which the request was shown. */
interface Ready {
  readonly provider: unknown
  readonly connectorId: string
  readonly network: Network
  /** In the wallet's own spelling. */
  readonly from: string
}

const isSame = (one: string, other: string, namespace: string) =>
  namespace === 'eip155' ? one.toLowerCase() === other.toLowerCase() : one === other

/**
 * Checks that account and network are still the ones that the visitor saw.
 * @throws ModalError `transaction.unexpected`, `connection.providerMissing`, `network.notFound`
 */
function ready(state: HostState, { adapters }: HostServices, request: TransactionRequest): Ready {
  const { namespace, caipNetworkId, from } = request
  const connection = selectConnection(state, namespace)
  const account = connection?.accounts.find(({ address }) => isSame(address, from, namespace))
  if (!connection || !account) throw unexpected('another account is connected now')
  const network = selectNetwork(state, caipNetworkId)
  if (!network || network.chainNamespace !== namespace) {
    throw new ModalError('network.notFound', { details: { caipNetworkId } })
  }
  if (selectNetwork(state, connection.caipNetworkId) !== network) throw unexpected('the wallet is on another network')
  const { connectorId } = connection
  const provider = adapters[namespace]?.getProvider(connectorId)
  if (!provider) throw new ModalError('connection.providerMissing', { details: { connectorId } })
  return { provider, connectorId, network, from: account.address }
}

const hex = (value: bigint): string => `0x${value.toString(16)}`

/** EIP-1193. Asks the wallet for its current chain, because it may have switched without an event. */
async function sendEvm(
  { to, value, data, gas }: EvmTransactionRequest,
  { provider, connectorId, network, from }: Ready,
) {
  const { request } = provider as Eip1193Provider
  const ask = (method: string, params?: readonly unknown[]) =>
    request.call(provider, { method, ...(params && { params }) })
  const chainId = await ask('eth_chainId')
  if (BigInt(chainId as string) !== BigInt(network.id)) throw unexpected('the wallet is on another network')
  // Contains the chain id, so that a wallet that switches at this very moment refuses.
  const call = {
    from,
    to,
    value: hex(value),
    chainId: hex(BigInt(network.id)),
    ...(data && { data }),
    ...(gas && { gas: hex(gas) }),
  }
  const hash = await answered(ask('eth_sendTransaction', [call]), connectorId)
  if (!isHash(hash)) throw unknown(connectorId)
  return hash.toLowerCase()
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

async function sendSolana({ transaction }: SolanaTransactionRequest, { provider, connectorId, from }: Ready) {
  const wallet = provider as SolanaProvider
  if (wallet.publicKey !== from) throw unexpected('another account is connected now')
  const sending = wallet.signAndSendTransaction(bytesOf(transaction), { preflightCommitment: 'confirmed' })
  const signature = await answered(sending, connectorId)
  if (!isSignature(signature)) throw unknown(connectorId)
  return signature
}

async function sendBitcoin({ psbt, spends }: BitcoinTransactionRequest, { provider, connectorId, from }: Ready) {
  const signInputs = spends.map((_, index) => ({ address: from, index }))
  const sending = (provider as BitcoinProvider).signPSBT({ psbt, signInputs, broadcast: true })
  const { txid } = await answered(sending, connectorId)
  if (!txid) throw unknown(connectorId)
  return txid
}

function sendBy(request: TransactionRequest, wallet: Ready): Promise<string> {
  if (request.namespace === 'eip155') return sendEvm(request, wallet)
  if (request.namespace === 'solana') return sendSolana(request, wallet)
  return sendBitcoin(request, wallet)
}

/**
 * Asks the wallet to sign and send a transaction.
 * @returns the transaction's hash or id
 * @throws ModalError as `ActingCommands.send`
 */
export async function sendTransaction(
  state: HostState,
  services: HostServices,
  request: TransactionRequest,
): Promise<string> {
  const wallet = ready(state, services, request)
  try {
    return await sendBy(request, wallet)
  } catch (error) {
    const known = translate(error, REQUEST)
    // The wallet may have signed the transaction, and the network may then have refused it.
    const reason = known.code === REQUEST.otherwise ? networkReason(error) : undefined
    throw reason === undefined ? known : new ModalError('node.refused', { details: { reason }, cause: error })
  }
}
