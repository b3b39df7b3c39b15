import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { encodeBase58 } from '@portico/contracts/chains/bytes'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A signing key. */
export interface SolanaSigner {
  readonly address: string
  sign(message: Uint8Array): Uint8Array
}

/** @param bytes both halves of a key, as wallets store it */
export function signerOf(bytes: Uint8Array): SolanaSigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' })
  return { address: encodeBase58(bytes.subarray(32)), sign: (message) => sign(null, message, key) }
}

export function newSigner(): SolanaSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = encodeBase58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  return { address, sign: (message) => sign(null, message, privateKey) }
}

/** Queries the chain without our code. */
export async function askSolana(url: URL, method: string, ...params: readonly unknown[]) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
    result?: never
    error?: unknown
  }
  if (error) throw new Error(JSON.stringify(error))
  return result as never
}

const SIGNATURE_BYTES = 64

/** Signs and sends a transaction. @param transaction with room for one signature for each signer */
export async function signAndSend(url: URL, transaction: Uint8Array, ...signers: readonly SolanaSigner[]) {
  const message = transaction.subarray(1 + SIGNATURE_BYTES * signers.length)
  const signed = Buffer.concat([
    Uint8Array.of(signers.length),
    ...signers.map((signer) => signer.sign(message)),
    message,
  ])
  return askSolana(url, 'sendTransaction', signed.toString('base64'), { encoding: 'base64' }) as Promise<string>
}

/** Like the host's adapter, as far as sending needs it. */
export const solanaProvider = (url: URL, signer: SolanaSigner) => ({
  publicKey: signer.address,
  signAndSendTransaction: (transaction: Uint8Array) => signAndSend(url, transaction, signer),
})
