import { boolean, minValue, number, object, pipe, transform } from 'valibot'
import { parseUnits } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import { readAs } from '../answers.ts'
import type { Parts } from '../parts.ts'
import type { ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'

const Validity = object({ isvalid: boolean() })

const BITCOIN_DECIMALS = 8
/** In bitcoin, as a JSON number. Its eight decimal places are exact, because the total supply is 2.1e15 satoshi. */
const Scan = object({
  total_amount: pipe(
    number(),
    minValue(0),
    transform((bitcoin) => parseUnits(bitcoin.toFixed(BITCOIN_DECIMALS), BITCOIN_DECIMALS)),
  ),
})

/** Without an Esplora, the node scans all confirmed coins: quick on a local chain, too slow on a public one. */
export function bitcoindHoldings({ chains }: Pick<Parts, 'chains'>): ReadHoldings {
  // Scans run one after the other, because a node refuses a second scan while one is running.
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
