import { randomBytes } from 'node:crypto'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { BITCOIN_DEVELOPMENT_KEYS } from '../../../host/playground/wallet/bitcoin/developmentKeys.ts'
import { toCoins } from '../../../local/chains/bitcoin/amounts.ts'
import { createBitcoinRpc } from '../../../local/chains/bitcoin/bitcoinRpc.ts'
import { BITCOIN_CAIP_ID, bitcoindUrl, localPorts } from '../../../scripts/local.mjs'
import { looksAnew } from './holdings.ts'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'
import { inBitcoinWallet } from './wallets.ts'

/** The stack's Bitcoin chain, queried without our code, and an account on it for tests that send. */

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
/** BIP-125: the transaction can be replaced. */
const REPLACEABLE = 0xffff_fffd

const walletOf = (key: Uint8Array) => p2wpkh(pubECDSA(key), REGTEST)
const addressOf = (key: Uint8Array): string => walletOf(key).address ?? ''

/**
 * Index in the development mnemonic. Only these tests move its coins, so that other tests find their coins unchanged.
 */
const SENDER_INDEX = 2
const SENDER_KEY = Uint8Array.from(Buffer.from(BITCOIN_DEVELOPMENT_KEYS[SENDER_INDEX]?.payment ?? '', 'hex'))
export const SENDER: string = addressOf(SENDER_KEY)

type SendingWallet = 'bitcoin' | 'xverse'

/** Switches the wallet to the sender's account. */
export const asSender = (visitor: Visit, wallet: SendingWallet): Promise<void> =>
  inBitcoinWallet(visitor, wallet, ({ setAccount }, index) => setAccount(index), SENDER_INDEX)

/** An unused address. */
export const strangerAddress = (): string => addressOf(Uint8Array.from(randomBytes(32)))

/** @throws Error with the server's message */
export async function askServer<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`${stack.urls.esplora}${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return (response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text) as T
}
const post = <T>(path: string, body?: string) => askServer<T>(path, { method: 'POST', ...(body && { body }) })

/** Mines a block with all pending transactions. */
export const mine = (): Promise<unknown> => post('/__mine/1')

interface Coin {
  readonly txid: string
  readonly vout: number
  /** Satoshis. */
  readonly value: number
}
export const coinsOf = (address: string): Promise<readonly Coin[]> => askServer(`/address/${address}/utxo`)
const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
/** Includes unconfirmed coins. */
export const satoshisOf = async (address: string): Promise<bigint> => sumOf(await coinsOf(address))

export interface BitcoinTransaction {
  readonly fee: number
  readonly status: { readonly confirmed: boolean }
  readonly vin: readonly {
    readonly txid: string
    readonly vout: number
    readonly prevout: { readonly value: number }
  }[]
  readonly vout: readonly { readonly scriptpubkey_address: string; readonly value: number }[]
}
export const transactionOf = (txid: string): Promise<BitcoinTransaction> => askServer(`/tx/${txid}`)

/** An address's pending transactions. */
export const waitingOf = (address: string): Promise<readonly unknown[]> => askServer(`/address/${address}/txs/mempool`)

/**
 * Spends the sender's coins as another device would. The fee is the value that the outputs leave over. @returns the
 * transaction id
 */
export async function spends(coins: readonly Coin[], outputs: Readonly<Record<string, bigint>>): Promise<string> {
  const transaction = new Transaction()
  const { script } = walletOf(SENDER_KEY)
  for (const { txid, vout, value } of coins) {
    transaction.addInput({
      txid,
      index: vout,
      sequence: REPLACEABLE,
      witnessUtxo: { script, amount: BigInt(value) },
    })
  }
  for (const [address, value] of Object.entries(outputs)) transaction.addOutputAddress(address, value, REGTEST)
  transaction.sign(SENDER_KEY)
  transaction.finalize()
  return post<string>('/tx', transaction.hex)
}

/** The coins that a sender's transaction spends. */
export const spentBy = ({ vin }: BitcoinTransaction): readonly Coin[] =>
  vin.map(({ txid, vout, prevout }) => ({ txid, vout, value: prevout.value }))

/** Satoshis for one input and the overhead, without competition for block space. */
const FEE_PER_COIN = 300n

/** Gives the sender exactly these coins, each confirmed and known to the services. */
export async function setCoins(...satoshis: readonly number[]): Promise<void> {
  await mine()
  const there = await coinsOf(SENDER)
  const left = sumOf(there) - FEE_PER_COIN * BigInt(there.length + 1)
  if (there.length > 0) await spends(there, { [strangerAddress()]: left })
  for (const value of satoshis) await post(`/__faucet/${SENDER}/${value}`)
  await looksAnew(BITCOIN_CAIP_ID, SENDER)
}

/** One day longer than nodes keep pending transactions (Bitcoin Core, `-mempoolexpiry`). */
const FORGOTTEN_AFTER_S = 15 * 24 * 3_600

/** Advances the node's clock by 15 days, so that its next transaction evicts old pending ones. No block is mined. */
export async function forgetWaiting(): Promise<void> {
  const node = createBitcoinRpc(bitcoindUrl(localPorts(stack.offset).bitcoind))
  const address = await node.wallet<string>('faucet', 'getnewaddress')
  await node.call('setmocktime', Math.floor(Date.now() / 1_000) + FORGOTTEN_AFTER_S)
  try {
    await node.wallet('faucet', 'sendtoaddress', address, toCoins(100_000n))
  } finally {
    await node.call('setmocktime', 0)
  }
}
