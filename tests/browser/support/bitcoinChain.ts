import { randomBytes } from 'node:crypto'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { BITCOIN_DEVELOPMENT_KEYS } from '../../../host/playground/wallet/bitcoin/developmentKeys.ts'
import { BITCOIN_CAIP_ID, bitcoindUrl, localPorts } from '../../../scripts/local.mjs'
import { toCoins } from '../../../services/src/localChains/bitcoin/amounts.ts'
import { createBitcoinRpc } from '../../../services/src/localChains/bitcoin/bitcoinRpc.ts'
import { looksAnew } from './holdings.ts'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'
import { inBitcoinWallet } from './wallets.ts'

/** The Bitcoin chain of the stack, asked without anything of ours in between, and an account on it for tests that send. */

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
/** BIP-125: it can be replaced. */
const REPLACEABLE = 0xffff_fffd

const walletOf = (key: Uint8Array) => p2wpkh(pubECDSA(key), REGTEST)
const addressOf = (key: Uint8Array): string => walletOf(key).address ?? ''

/** Of the development mnemonic. Nobody else moves anything of this account, so that others find theirs as they left it. */
const SENDER_INDEX = 2
const SENDER_KEY = Uint8Array.from(Buffer.from(BITCOIN_DEVELOPMENT_KEYS[SENDER_INDEX]?.payment ?? '', 'hex'))
export const SENDER: string = addressOf(SENDER_KEY)

type SendingWallet = 'bitcoin' | 'xverse'

/** The wallet shows that account from now on. */
export const asSender = (visitor: Visit, wallet: SendingWallet): Promise<void> =>
  inBitcoinWallet(visitor, wallet, ({ setAccount }, index) => setAccount(index), SENDER_INDEX)

/** An address that nobody has used. */
export const strangerAddress = (): string => addressOf(Uint8Array.from(randomBytes(32)))

/** @throws Error with what the server says */
export async function askServer<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`${stack.urls.esplora}${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return (response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text) as T
}
const post = <T>(path: string, body?: string) => askServer<T>(path, { method: 'POST', ...(body && { body }) })

/** The next block, with everything that waits. */
export const mine = (): Promise<unknown> => post('/__mine/1')

interface Coin {
  readonly txid: string
  readonly vout: number
  /** Satoshis. */
  readonly value: number
}
export const coinsOf = (address: string): Promise<readonly Coin[]> => askServer(`/address/${address}/utxo`)
const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
/** With what is in no block yet. */
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

/** What somebody waits for or has sent, and no block has. */
export const waitingOf = (address: string): Promise<readonly unknown[]> => askServer(`/address/${address}/txs/mempool`)

/** The sender spends these coins on another device: so much to each. What is left is the fee. Answers with its id. */
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

/** The coins that a transaction of the sender spends. */
export const spentBy = ({ vin }: BitcoinTransaction): readonly Coin[] =>
  vin.map(({ txid, vout, prevout }) => ({ txid, vout, value: prevout.value }))

/** Enough for an input and what is around it, wherever nobody competes for a place. */
const FEE_PER_COIN = 300n

/** The sender has these coins from now on and no others, each in a block, and the services know it. */
export async function setCoins(...satoshis: readonly number[]): Promise<void> {
  await mine()
  const there = await coinsOf(SENDER)
  const left = sumOf(there) - FEE_PER_COIN * BigInt(there.length + 1)
  if (there.length > 0) await spends(there, { [strangerAddress()]: left })
  for (const value of satoshis) await post(`/__faucet/${SENDER}/${value}`)
  await looksAnew(BITCOIN_CAIP_ID, SENDER)
}

/** One more day than nodes keep what waits (Bitcoin Core, `-mempoolexpiry`). */
const FORGOTTEN_AFTER_S = 15 * 24 * 3_600

/** To the node two weeks pass: with the next transaction it drops what has waited for so long. No block is mined meanwhile. */
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
