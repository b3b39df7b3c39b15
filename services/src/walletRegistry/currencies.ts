import { CurrencyList } from '@portico/contracts/services/publicLists'
import { parse } from 'valibot'
import entries from '../../data/currencies.json' with { type: 'json' }
import { drawLetters } from './drawMonogram.ts'

/** The currencies for payments. */
export const { data: currencies } = parse(CurrencyList, { data: entries })

const byCode: ReadonlyMap<string, (typeof currencies)[number]> = new Map(
  currencies.flatMap((currency) => [[currency.code, currency] as const, [currency.country, currency] as const]),
)

/**
 * Draws a currency's sign. The path of services.md §4.3 names a country, but clients send a currency
 * (services.md §7.19).
 * @param code ISO 4217 or ISO 3166-1, in any letter case
 * @returns undefined for an unknown code
 */
export function drawCurrency(code: string) {
  const currency = byCode.get(code.toUpperCase())
  return currency && drawLetters(currency.symbol, currency.code)
}
