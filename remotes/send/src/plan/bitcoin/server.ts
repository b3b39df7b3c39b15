import { type CaipNetworkId, ModalError } from '@portico/contracts'
import {
  array,
  boolean,
  type GenericSchema,
  maxLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  safeInteger,
  safeParse,
  string,
  transform,
} from 'valibot'
import type { Asking } from '../plan.ts'
import type { Coin } from './chooseCoins.ts'
import { type FeeRates, feeRates } from './feeRates.ts'

/** A JSON number holds even the total supply of satoshis exactly. */
const Count = pipe(number(), safeInteger(), minValue(0))
const Satoshi = pipe(
  Count,
  transform((value) => BigInt(value)),
)
const Txid = pipe(string(), regex(/^[\da-f]{64}$/))
const Coins = pipe(
  array(object({ txid: Txid, vout: Count, value: Satoshi, status: object({ confirmed: boolean() }) })),
  maxLength(10_000),
)
const Spending = object({
  vin: array(object({ prevout: nullable(object({ scriptpubkey_address: optional(string()) })) })),
})
const Estimates = record(string(), number())
const Hex = pipe(string(), regex(/^(?:[\da-f]{2})+$/i))

/** Limits how many unconfirmed coins are checked. */
const WAITING_MAX = 25
/** Blocks are full on mainnet, so a server without estimates is rejected there. */
const MAINNET = 'bip122:000000000019d6689c085ae165831e93'

/**
 * The Esplora requests needed for sending. https://github.com/Blockstream/esplora/blob/master/API.md
 * @throws ModalError `service.invalidAnswer` if the answer is unreadable, and whatever `askEsplora` throws
 */
export function bitcoinServer({ askEsplora }: Asking, caipNetworkId: CaipNetworkId, signal: AbortSignal) {
  async function ask<S extends GenericSchema>(answer: S, path: string) {
    const read = safeParse(answer, await askEsplora(caipNetworkId, path, signal))
    if (!read.success) throw new ModalError('service.invalidAnswer')
    return read.output
  }

  /** The account's own change, which no one else can double-spend. */
  async function isOwn(txid: string, address: string): Promise<boolean> {
    const { vin } = await ask(Spending, `/tx/${txid}`)
    return vin.length > 0 && vin.every(({ prevout }) => prevout?.scriptpubkey_address === address)
  }

  return {
    async rates(): Promise<FeeRates> {
      const rates = feeRates(await ask(Estimates, '/fee-estimates'))
      // Regtest and young networks have no estimates.
      if (rates.normal.blocks === undefined && caipNetworkId === MAINNET) throw new ModalError('service.invalidAnswer')
      return rates
    },
    /**
     * Spendable coins: confirmed coins and the account's own change. Others' unconfirmed payments can still be
     * replaced.
     */
    async coins(address: string): Promise<readonly Coin[]> {
      const all = await ask(Coins, `/address/${address}/utxo`)
      const waiting = [...new Set(all.flatMap(({ txid, status }) => (status.confirmed ? [] : [txid])))]
      const looked = await Promise.all(
        waiting.slice(0, WAITING_MAX).map(async (txid) => ((await isOwn(txid, address)) ? [txid] : [])),
      )
      const own = looked.flat()
      return all
        .filter(({ status, txid }) => status.confirmed || own.includes(txid))
        .map(({ txid, vout, value }) => ({ txid, vout, value }))
    },
    /** A raw transaction, in hexadecimal. */
    transaction: (txid: string) => ask(Hex, `/tx/${txid}/hex`),
  }
}

export type BitcoinServer = ReturnType<typeof bitcoinServer>
