import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import { array, looseObject, minLength, optional, pipe, string } from 'valibot'
import { readSeed } from '../keys/seed.ts'
import { deriveEd25519 } from '../keys/slip10.ts'
import { signSolanaTransaction } from '../keys/solanaTransaction.ts'
import { messages } from '../messages.ts'
import { askNode } from '../nodes.ts'
import { needsReadable, noNode } from '../requestError.ts'
import { accountOf, type Call, defineFamily, method, showAccounts, signingWords } from './family.ts'

const texts = messages.requests

interface Signer {
  readonly address: string
  sign(bytes: Uint8Array): Uint8Array
  /** @param transaction base64 */
  signTransaction(transaction: string): { transaction: string; signature: string }
}

const signers = new Map<number, Signer>()

/** @throws RequestError -32602 */
const decode = (coder: typeof base58 | typeof base64, text: string): Uint8Array =>
  needsReadable('The text is not encoded as it should be.', () => coder.decode(text))

/** m/44'/501'/n'/0' */
function signerOf(index: number): Signer {
  const known = signers.get(index)
  if (known) return known
  const privateKey = deriveEd25519(readSeed(), `m/44'/501'/${index}'/0'`)
  const publicKey = ed25519.getPublicKey(privateKey)
  const sign = (bytes: Uint8Array) => ed25519.sign(bytes, privateKey)
  const signer: Signer = {
    address: base58.encode(publicKey),
    sign,
    signTransaction(text) {
      const { transaction, signature } = signSolanaTransaction(decode(base64, text), publicKey, sign)
      return { transaction: base64.encode(transaction), signature: base58.encode(signature) }
    },
  }
  signers.set(index, signer)
  return signer
}

const addresses = { addressOf: (index: number) => signerOf(index).address }

/** The named account, or the active one. */
function signerFor(pubkey: string | undefined, call: Call): Signer {
  return signerOf(pubkey === undefined ? (call.accounts[0] ?? 0) : accountOf(pubkey, call, addresses))
}

const showPublicKeys = showAccounts((index) => ({ pubkey: addresses.addressOf(index) }))

const OneTransaction = looseObject({
  transaction: string(),
  pubkey: optional(string()),
  sendOptions: optional(looseObject({})),
})

export const solana = defineFamily('solana', addresses.addressOf, {
  solana_signMessage: method(looseObject({ message: string(), pubkey: string() }), ({ message, pubkey }, call) => {
    const signer = signerFor(pubkey, call)
    const bytes = decode(base58, message)
    return { words: signingWords(bytes), run: () => ({ signature: base58.encode(signer.sign(bytes)) }) }
  }),

  solana_signTransaction: method(OneTransaction, ({ transaction, pubkey }, call) => {
    const signer = signerFor(pubkey, call)
    return { words: texts.signTransaction, run: () => signer.signTransaction(transaction) }
  }),

  solana_signAndSendTransaction: method(OneTransaction, ({ transaction, pubkey, sendOptions }, call) => {
    const signer = signerFor(pubkey, call)
    const { url, name } = call.network
    return {
      words: texts.sendTransaction,
      async run() {
        if (!url) throw noNode(name)
        const signed = signer.signTransaction(transaction)
        const options = { ...sendOptions, encoding: 'base64' }
        return { signature: await askNode(url, 'sendTransaction', [signed.transaction, options]) }
      },
    }
  }),

  solana_signAllTransactions: method(
    looseObject({ transactions: pipe(array(string()), minLength(1)), pubkey: optional(string()) }),
    ({ transactions, pubkey }, call) => {
      const signer = signerFor(pubkey, call)
      return {
        words: texts.signTransactions(transactions.length),
        run: () => ({ transactions: transactions.map((text) => signer.signTransaction(text).transaction) }),
      }
    },
  ),

  solana_getAccounts: showPublicKeys,
  solana_requestAccounts: showPublicKeys,
})
