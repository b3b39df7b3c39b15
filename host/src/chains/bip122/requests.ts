import type { Connection } from '@portico/contracts'
import { addressOnNetwork, type ScriptType } from '@portico/contracts/chains/bitcoin/address'
import { encodeBase64 } from '@portico/contracts/chains/bytes'
import { translating } from '../walletErrors.ts'
import { refusal } from './connection.ts'
import { readBytes } from './encoding.ts'
import { type BitcoinNetwork, networkOf } from './networks.ts'
import { text } from './untrusted.ts'
import type { BitcoinWallet, MessageProtocol } from './wallet.ts'

export interface SignMessageParams {
  readonly message: string
  readonly address: string
  /** The default depends on the address type: `ecdsa` for legacy and segwit, `bip322` for taproot. */
  readonly protocol?: MessageProtocol
}

export interface SendTransferParams {
  readonly recipient: string
  /** Satoshi, as a decimal integer. */
  readonly amount: string
}

/** @throws ModalError `connection.requestFailed` without a connection */
export function networkOfConnection(connection: Pick<Connection, 'caipNetworkId'> | undefined): BitcoinNetwork {
  const network = connection && networkOf(connection.caipNetworkId)
  if (!network) throw refusal('the wallet is not connected')
  return network
}

const LEGACY_SIGNATURE_BYTES = 65
const HAS_ECDSA: readonly ScriptType[] = ['p2pkh', 'p2sh', 'p2wpkh']

/** The signature in base64, whatever the wallet's encoding. 65 bytes: recoverable ECDSA; other lengths: BIP-322. */
export async function signMessage(
  wallet: BitcoinWallet,
  connection: Connection | undefined,
  { message, address, protocol }: SignMessageParams,
): Promise<string> {
  const network = networkOfConnection(connection)
  const type = addressOnNetwork(address, network.caipNetworkId)?.type
  if (!type) throw refusal('the address is none of the network that the wallet is on')
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322') throw refusal('no such protocol')
  const usual: MessageProtocol = HAS_ECDSA.includes(type) ? 'ecdsa' : 'bip322'
  if (protocol === 'ecdsa' && usual !== 'ecdsa') throw refusal(`an address of ${type} has no signature of ECDSA`)
  return translating(async () => {
    const request = { message, address, type, protocol: protocol ?? usual, network }
    const signature = readBytes(await wallet.signMessage(request))
    if (!signature) throw new Error('the wallet gave no signature')
    const isEcdsa = signature.length === LEGACY_SIGNATURE_BYTES
    if (protocol && isEcdsa !== (protocol === 'ecdsa')) throw new Error('the wallet signed by another protocol')
    return encodeBase64(signature)
  })
}

/** The total supply of bitcoin. */
const SATOSHI_MAX = 2_100_000_000_000_000n

const isTransactionId = (value: unknown): value is string => /^[0-9a-f]{64}$/i.test(text(value) ?? '')

/** Reads a transaction id from a wallet or server. @throws Error */
export function readTransactionId(value: unknown): string {
  const id = typeof value === 'string' ? value.trim() : value
  if (!isTransactionId(id)) throw new Error('there is no id of a transaction in the answer')
  return id.toLowerCase()
}

/** @throws ModalError `connection.requestRejected`, `connection.requestFailed` */
export async function sendTransfer(
  wallet: Pick<BitcoinWallet, 'sendTransfer'>,
  connection: Pick<Connection, 'caipNetworkId' | 'accounts'> | undefined,
  { recipient, amount }: SendTransferParams,
): Promise<string> {
  const network = networkOfConnection(connection)
  if (!wallet.sendTransfer) throw refusal('the wallet sends nothing: sign a PSBT and broadcast it')
  if (typeof recipient !== 'string' || !addressOnNetwork(recipient, network.caipNetworkId)) {
    throw refusal('the recipient is no address of the network that the wallet is on')
  }
  if (typeof amount !== 'string' || !/^\d{1,16}$/.test(amount))
    throw refusal('the amount is no whole number of satoshi')
  const satoshi = BigInt(amount)
  if (satoshi === 0n || satoshi > SATOSHI_MAX) throw refusal('the amount is nothing, or more than there is')
  const from = connection?.accounts[0].address ?? ''
  return translating(async () => readTransactionId(await wallet.sendTransfer?.({ from, recipient, satoshi, network })))
}
