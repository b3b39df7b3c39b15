import { type Translate, truncateMiddle } from '@portico/contracts'
import { formatDecimal, formatFiat, inUnits } from '@portico/contracts/money'
import { worthOf } from '@portico/contracts/ui/money'
import type { Gap, Grant } from './grant.ts'

const isText = (text: string | undefined): text is string => text !== undefined

/** An amount in the token's smallest unit. Without the token's decimals, the number would mean nothing. */
function amountOf(t: Translate, locale: string, amount: string, { symbol, decimals }: Grant): string {
  const name = symbol ?? t('safety.token')
  if (decimals === undefined) return name
  return t('safety.what.amount', { amount: formatDecimal(inUnits(BigInt(amount), decimals), locale), symbol: name })
}

/** What may be done. */
export function whatOf(t: Translate, locale: string, grant: Grant): string {
  const { kind, isUnlimited, amount = '0', tokenId = '' } = grant
  const symbol = grant.symbol ?? t('safety.token')
  if (kind === 'delegation') return t('safety.what.delegation')
  if (kind === 'nfts') return t('safety.what.nfts', { symbol })
  if (kind === 'nft') return t('safety.what.nft', { symbol, id: tokenId })
  return isUnlimited ? t('safety.what.unlimited', { symbol }) : amountOf(t, locale, amount, grant)
}

/** What can be taken now, with its worth if that is known. Undefined for what is not an amount. */
export function atRiskOf(t: Translate, locale: string, grant: Grant): string | undefined {
  const { kind, atRisk, decimals, price } = grant
  if (kind === 'delegation' || kind === 'nft' || kind === 'nfts') return undefined
  if (atRisk === undefined) return t('safety.now.unknown')
  const amount = amountOf(t, locale, atRisk, grant)
  const worth = decimals === undefined ? undefined : worthOf(BigInt(atRisk), { decimals, price })
  return worth ? `${amount} (${formatFiat(worth, locale)})` : amount
}

export const whoOf = ({ spender, spenderName }: Grant): string => spenderName ?? truncateMiddle(spender, 6, 4)

export function gapOf(t: Translate, gap: Gap): string {
  if (gap.type === 'older') return t('safety.gap.older', { block: String(gap.block) })
  if (gap.type === 'details') return t('safety.gap.details', { count: gap.count })
  return t(`safety.gap.${gap.type}`)
}

export const dayOf = (locale: string, time: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(time)

export const lineOf = (...parts: readonly (string | undefined)[]): string => parts.filter(isText).join(' · ')
