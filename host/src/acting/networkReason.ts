import { isRecord } from '@portico/contracts/embeddedWallet/bounds'

/**
 * What the network's own servers say against a transaction, as wallets hand it on: Esplora's answer to `POST /tx`, and
 * `sendTransaction` of a Solana node.
 */
const REFUSALS: readonly RegExp[] = [/sendrawtransaction RPC error:? *(.+)/is, /Transaction simulation failed: *(.+)/is]

/** Bitcoin Core (`txn-already-in-mempool`, `txn-already-known`), and the same on Solana: they have it, from whomever. */
const KNOWN = /already/i

/** As much of a reason as anybody would read. */
const REASON_MAX = 200
/** How many errors are looked at, one inside the other. */
const DEPTH_MAX = 5

/** Esplora: `{"code":-26,"message":"…"}`. */
function plain(text: string): string {
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' && message !== '' ? message : text
  } catch {
    return text
  }
}

/**
 * Why the network has not taken what a wallet has signed, in the network's own words. Undefined: it is not the network who
 * says no, or it does not say that it has not got the transaction.
 */
export function networkReason(error: unknown): string | undefined {
  let one = error
  for (let depth = 0; depth < DEPTH_MAX && isRecord(one); depth++) {
    const { message, cause } = one
    for (const refusal of REFUSALS) {
      const [, said] = typeof message === 'string' ? (refusal.exec(message) ?? []) : []
      if (said !== undefined) return KNOWN.test(said) ? undefined : plain(said.trim()).slice(0, REASON_MAX)
    }
    one = cause
  }
  return undefined
}
