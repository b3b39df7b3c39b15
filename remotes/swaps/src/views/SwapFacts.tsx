import type { Decimal } from '@portico/contracts/money'
import { formatDecimal, formatPercent } from '@portico/contracts/money'
import { useLocale, useMessages } from '@portico/contracts/ui'
import { Facts } from '@portico/contracts/ui/money'
import { impactLevel, leastOf, priceImpact, rateOf } from '../formulas.ts'
import { exactWorthOf, shownAmount } from '../shownAmount.ts'
import type { Token } from '../token.ts'

interface SwapFactsProps {
  readonly from: Token
  readonly to: Token
  readonly amount: bigint
  readonly quoted: bigint
  readonly slippageBps: bigint
  /** The minimum that the router enforces; absent until the swap is built. */
  readonly minimum?: bigint
  readonly prices: readonly [Decimal | undefined, Decimal | undefined]
  /** The network's fee, as text; absent while unknown. */
  readonly fee?: string | undefined
  readonly network?: string
}

/** A swap's loss of value, in hundredths of a percent. */
export const impactOf = ({
  from,
  to,
  amount,
  quoted,
  prices,
}: Pick<SwapFactsProps, 'from' | 'to' | 'amount' | 'quoted' | 'prices'>) =>
  priceImpact(exactWorthOf(amount, from, prices[0]), exactWorthOf(quoted, to, prices[1]))

/** The quoted rate, the minimum received, and the costs. */
export function SwapFacts({ from, to, amount, quoted, slippageBps, minimum, prices, fee, network }: SwapFactsProps) {
  const t = useMessages()
  const locale = useLocale()
  const percent = (hundredths: bigint) => formatPercent({ digits: hundredths, scale: 2 }, locale)
  const rate = rateOf({ amount, decimals: from.decimals }, { amount: quoted, decimals: to.decimals })
  const impact = impactOf({ from, to, amount, quoted, prices })
  return (
    <Facts
      facts={[
        ...(rate
          ? [{ label: t('swaps.rate'), value: `1 ${from.symbol} = ${formatDecimal(rate, locale)} ${to.symbol}` }]
          : []),
        {
          label: t('swaps.impact'),
          value: (
            <span data-testid="swap-impact" data-level={impactLevel(impact)}>
              {impact === undefined ? t('swaps.impact.unknown') : percent(impact)}
            </span>
          ),
        },
        {
          label: t('swaps.minimum', { slippage: percent(slippageBps) }),
          value: (
            <span data-testid="swap-minimum">{shownAmount(minimum ?? leastOf(quoted, slippageBps), to, locale)}</span>
          ),
        },
        ...(fee === undefined ? [] : [{ label: t('swaps.fee'), value: fee }]),
        ...(network === undefined ? [] : [{ label: t('swaps.network'), value: network }]),
      ]}
    />
  )
}
