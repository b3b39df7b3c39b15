import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ModalError } from '@portico/contracts'
import type { BitcoinAddress } from '@portico/contracts/chains/bitcoin/address'
import { hashOfTransaction, readTransaction, type Transaction } from '@portico/contracts/chains/bitcoin/transaction'
import { isSame } from '@portico/contracts/chains/bytes'
import { hex } from '@scure/base'
import type { Coin } from './chooseCoins.ts'
import type { PsbtInput } from './psbt.ts'
import type { BitcoinServer } from './server.ts'
import type { SpendType } from './sizes.ts'

/** A single-signature address, and the extra data that its PSBT inputs need. */
export interface Account {
  readonly type: SpendType
  readonly script: Uint8Array
  readonly redeemScript?: Uint8Array
  readonly internalKey?: Uint8Array
}

const COMPRESSED_BYTES = 33
const X_BYTES = 32

function keyOf(publicKey: string | undefined): Uint8Array | undefined {
  return publicKey && /^(?:0[23])?[\da-f]{64}$/i.test(publicKey) ? hex.decode(publicKey.toLowerCase()) : undefined
}

/** Undefined if the address needs more than one signature, or if its redeem script is unknown. */
export async function accountOf({ type, script }: BitcoinAddress, publicKey?: string): Promise<Account | undefined> {
  const key = keyOf(publicKey)
  if (type === 'p2wsh') return undefined
  if (type === 'p2tr') {
    const x = key?.subarray(-X_BYTES)
    const outputKey = script.subarray(2)
    const { isInternalKey } = await import(/* webpackChunkName: "chain-taproot" */ './taproot.ts')
    return { type, script, ...(x && isInternalKey(x, outputKey) && { internalKey: x }) }
  }
  if (type !== 'p2sh') return { type, script }
  if (key?.length !== COMPRESSED_BYTES) return undefined
  const redeemScript = Uint8Array.from([0, 20, ...ripemd160(sha256(key))])
  const isIts = isSame(ripemd160(sha256(redeemScript)), script.subarray(2, -1))
  return isIts ? { type, script, redeemScript } : undefined
}

/** @throws ModalError `service.invalidAnswer` */
function transactionIn(bytes: Uint8Array): Transaction {
  try {
    return readTransaction(bytes)
  } catch (cause) {
    throw new ModalError('service.invalidAnswer', { cause })
  }
}

/** @throws ModalError `service.invalidAnswer` if a server returns a different transaction than requested */
async function previousOf({ txid, vout, value }: Coin, script: Uint8Array, server: BitcoinServer): Promise<Uint8Array> {
  const bytes = hex.decode((await server.transaction(txid)).toLowerCase())
  const { stripped, outputs } = transactionIn(bytes)
  const isIts = hex.encode(hashOfTransaction(stripped).reverse()) === txid
  const output = outputs[vout]
  if (!isIts || output?.value !== value || !isSame(output.script, script)) {
    throw new ModalError('service.invalidAnswer', { details: { txid } })
  }
  return bytes
}

/**
 * Coins as inputs. A signature covers the input's value, except for legacy inputs: these include the previous
 * transaction, whose hash is the txid.
 */
export const inputsOf = (
  coins: readonly Coin[],
  account: Account,
  server: BitcoinServer,
): Promise<readonly PsbtInput[]> =>
  Promise.all(
    coins.map(async (coin) => ({
      ...coin,
      ...account,
      ...(account.type === 'p2pkh' && { previous: await previousOf(coin, account.script, server) }),
    })),
  )
