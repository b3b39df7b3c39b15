import { isRecord } from '@portico/contracts/embeddedWallet/bounds'

/** How wallets word a server's refusal: first Esplora's (`POST /tx`), then a Solana node's (`sendTransaction`). */
const REFUSALS: readonly RegExp[] = [/sendrawtransaction RPC error:? *(.+)/is, /Transaction simulation failed: *(.+)/is]

/** The network has the transaction. Bitcoin Core: `txn-already-in-mempool`, `txn-already-known`; Solana likewise. */
const KNOWN = /already/i

/** Longer reasons are cut. */
const REASON_MAX = 200
/** How many nested errors are examined. */
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

/** Why the network refused a signed transaction, in its own words. Undefined if it did not, or may already have it. */
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
