import { array, number, object, optional, parse, string } from 'valibot'
import entries from '../../data/tokens.json' with { type: 'json' }

const Entry = object({
  caip2: string(),
  address: string(),
  symbol: string(),
  name: string(),
  decimals: number(),
  icon: optional(string()),
})

/** The rows of `data/tokens.json`; its README documents the fields. */
export const registryTokens = parse(array(Entry), entries)
