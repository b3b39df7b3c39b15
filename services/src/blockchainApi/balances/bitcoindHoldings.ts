import { boolean, minValue, number, object, pipe, transform } from 'valibot'
import { parseUnits } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { Parts } from '../parts.ts'
import type { ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'
import { readAs } from './readAs.ts'

const Validity = object({ isvalid: boolean() })

const BITCOIN_DECIMALS = 8
/** In bitcoin, as a JSON number. All that there will ever be are 2.1e15 satoshi: its eight digits are exact. */
const Scan = object({
  total_amount: pipe(
    number(),
    minValue(0),
    transform((bitcoin) => parseUnits(bitcoin.toFixed(BITCOIN_DECIMALS), BITCOIN_DECIMALS)),
  ),
})

/**
 * Without an Esplora: the node looks through all coins, which takes a moment on a chain of one's own and too long on the
 * public one. What is not in a block yet does not count.
 */
export function bitcoindHoldings({ chains }: Pick<Parts, 'chains'>): ReadHoldings {
  // A node does one scan at a time, and turns away who asks for another.
  let last: Promise<unknown> = Promise.resolve()
  return async (caipNetworkId, address, signal) => {
    const ask = (method: string, ...params: unknown[]) => chains.ask(caipNetworkId, method, params, signal)
    const isValid = readAs(Validity, await ask('validateaddress', address)).isvalid
    if (!isValid) throw new ServiceError('address.malformed')
    const scan = last.then(() => ask('scantxoutset', 'start', [`addr(${address})`]))
    last = scan.catch(() => {})
    return [{ ...nativeCoin(caipNetworkId), amount: readAs(Scan, await scan).total_amount }]
  }
}
