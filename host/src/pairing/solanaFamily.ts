import { ModalError, type Network } from '@portico/contracts'
import { decodeBase58, decodeBase64, encodeBase58, encodeBase64 } from '@portico/contracts/chains/bytes'
import { createEmitter } from '../async/emitter.ts'
import { field } from '../chains/bip122/untrusted.ts'
import { readerLike, serialize, signatureText } from '../chains/solana/bytes.ts'
import type { SolanaProvider } from '../chains/solana/provider.ts'
import { sendSigned } from '../chains/solana/sendSigned.ts'
import type { SendOptions, SolanaTransaction } from '../chains/solana/solanaWallet.ts'
import { isRejection, translating } from '../chains/walletErrors.ts'
import type { PairedAccount } from './sessionAccounts.ts'
import type { Sessions } from './sessions.ts'
import { legacyFields, withSignature } from './solanaTransaction.ts'

const FAMILY = 'solana'

export interface SolanaFamilyOptions {
  readonly sessions: Sessions
  networks(): readonly Network[]
  end(): Promise<void>
}

/** A field of a wallet's answer, if it is a non-empty string. */
function textOf(answer: unknown, name: string): string | undefined {
  const value = field(answer, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Some wallets answer with the signature, others with an object that contains it. */
const signatureIn = (answer: unknown): string =>
  signatureText(typeof answer === 'string' ? answer : textOf(answer, 'signature'))

/** @throws Error if the wallet's string is not base64 */
function readBase64(text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (!bytes) throw new Error('the answer cannot be read')
  return bytes
}

const isUnsupported = (error: unknown): boolean =>
  !isRejection(error) && [4200, 5101, -32601].includes(field(error, 'code') as number)

/** A paired wallet's Solana accounts. Requests are for the selected account, on its own network (pitfall 46). */
export function createSolanaFamily({ sessions, networks, end }: SolanaFamilyOptions) {
  const { on, removeListener, emit } = createEmitter()
  const first = () => sessions.accountsOf(FAMILY)[0]?.address
  const canDo = (method: string) => sessions.access(FAMILY)?.methods.includes(method) ?? false

  function account(address = first() ?? ''): PairedAccount {
    const own = sessions.accountOf(FAMILY, address)
    if (own) return own
    throw new ModalError('connection.requestFailed', { details: { reason: 'not connected' } })
  }

  const ask = (from: PairedAccount, method: string, params: unknown) =>
    sessions.request(FAMILY, from.chain, method, params)

  const sign = async (from: PairedAccount, bytes: Uint8Array): Promise<string> =>
    signatureIn(await ask(from, 'solana_signMessage', { message: encodeBase58(bytes), pubkey: from.address }))

  async function signOne<T extends SolanaTransaction>(from: PairedAccount, transaction: T): Promise<T> {
    const read = readerLike(transaction)
    const bytes = serialize(transaction)
    const params = { transaction: encodeBase64(bytes), pubkey: from.address, ...legacyFields(transaction) }
    const answer = await ask(from, 'solana_signTransaction', params)
    const whole = textOf(answer, 'transaction')
    // Older wallets answer only with the signature.
    return read(whole ? readBase64(whole) : withSignature(bytes, from.address, textOf(answer, 'signature') ?? ''))
  }

  /** Signs all transactions in one request. Undefined if the wallet can sign them only one by one. */
  async function signTogether<T extends SolanaTransaction>(from: PairedAccount, transactions: readonly T[]) {
    if (!canDo('solana_signAllTransactions')) return undefined
    const readers = transactions.map(readerLike)
    const params = { transactions: transactions.map((one) => encodeBase64(serialize(one))), pubkey: from.address }
    try {
      const answer = await ask(from, 'solana_signAllTransactions', params)
      const all = field(answer, 'transactions')
      if (!Array.isArray(all) || all.length !== readers.length) throw new Error('the answer cannot be read')
      return readers.map((read, index) => read(readBase64(String(all[index]))))
    } catch (error) {
      if (isUnsupported(error)) return undefined
      throw error
    }
  }

  async function signAll<T extends SolanaTransaction>(transactions: readonly T[]): Promise<readonly T[]> {
    const from = account()
    const together = await signTogether(from, transactions)
    if (together) return together
    const signed: T[] = []
    for (const one of transactions) signed.push(await signOne(from, one))
    return signed
  }

  async function send(transaction: SolanaTransaction, sendOptions: SendOptions = {}): Promise<string> {
    const from = account()
    if (canDo('solana_signAndSendTransaction')) {
      const params = { transaction: encodeBase64(serialize(transaction)), pubkey: from.address, sendOptions }
      return signatureIn(await ask(from, 'solana_signAndSendTransaction', params))
    }
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === from.caipNetworkId)
    if (!network?.rpcUrls.length) throw new Error('the wallet cannot send')
    const signed = serialize(await signOne(from, transaction))
    return sendSigned(network, signed, sendOptions).catch((cause) => {
      // A node's -32002 means that the transaction would fail, whereas a wallet's means that a request is pending.
      throw new ModalError('connection.requestFailed', { cause })
    })
  }

  const provider: SolanaProvider = {
    on: (event, listener) => on(event, listener as never),
    removeListener: (event, listener) => removeListener(event, listener as never),
    get publicKey() {
      return first()
    },
    connect: () => translating(async () => ({ publicKey: account().address })),
    disconnect: end,
    signMessage: (message) => translating(async () => decodeBase58(await sign(account(), message)) ?? new Uint8Array()),
    signTransaction: (transaction) => translating(async () => signOne(account(), transaction)),
    signAllTransactions: (transactions) => translating(() => signAll(transactions)),
    signAndSendTransaction: (transaction, options) => translating(() => send(transaction, options)),
  }

  sessions.changes.add(({ namespace, change }) => {
    if (namespace !== FAMILY) return
    if (change.type === 'accounts') emit('accountChanged', first())
    else if (change.type === 'disconnected') {
      emit('accountChanged', undefined)
      emit('disconnect', undefined)
    }
  })

  return {
    provider,
    signMessage: async (address: string, message: string) => sign(account(address), new TextEncoder().encode(message)),
    switchNetwork: async (_connectorId: string, network: Network) => sessions.moveTo(network),
  }
}
