import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { OnrampOptions, OnrampSeller, PaymentCurrency, PurchaseNetwork } from '@portico/contracts/services/onramp'
import { compareDecimals, readDecimal } from './decimal.ts'
import type { OfferedAsset, Sale } from './onrampProvider.ts'

type Limit = PaymentCurrency['payment_method_limits'][number]

const networkOf = ({ caipNetworkId, networkName, contractAddress }: OfferedAsset): PurchaseNetwork => ({
  name: caipNetworkId,
  display_name: networkName,
  chain_id: referenceOf(caipNetworkId),
  contract_address: contractAddress,
})

export const referenceOf = (caipNetworkId: CaipNetworkId): string => parseCaipNetworkId(caipNetworkId).reference

const isLess = (one: string, other: string) => compareDecimals(readDecimal(one), readDecimal(other)) < 0

/** The list shows the wider of two providers' limits. The provider that is used checks its own limits again. */
const wider = (one: Limit, other: Limit): Limit => ({
  id: one.id,
  min: isLess(other.min, one.min) ? other.min : one.min,
  max: isLess(one.max, other.max) ? other.max : one.max,
})

const mergeLimits = (limits: readonly Limit[]): Limit[] =>
  [...groupBy(limits, ({ id }) => id).values()].map((each) => each.reduce(wider))

function groupBy<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): ReadonlyMap<string, Thing[]> {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing])
  return groups
}

const sellerOf = ({ seller, assets }: Sale): OnrampSeller => ({
  id: seller.id,
  name: seller.name,
  fee_range: seller.feeRange,
  networks: [...new Set(assets.map(({ caipNetworkId }) => caipNetworkId))],
})

/** services.md §7.19: merges several providers' offers into one list, in which each symbol has all its networks. */
export function toOptions(offers: readonly Sale[]): OnrampOptions {
  const currencies = groupBy(
    offers.flatMap((each) => each.currencies),
    ({ id }) => id,
  )
  const symbols = groupBy(
    offers.flatMap((each) => each.assets),
    ({ symbol }) => symbol,
  )
  return {
    paymentCurrencies: [...currencies].map(([id, each]) => ({
      id,
      payment_method_limits: mergeLimits(each.flatMap(({ payment_method_limits: limits }) => limits)),
    })),
    purchaseCurrencies: [...symbols].map(([symbol, assets]) => ({
      id: symbol,
      name: assets[0]?.name ?? symbol,
      symbol,
      networks: assets.map(networkOf),
    })),
    providers: offers.map(sellerOf),
  }
}
