import { array, type InferOutput, integer, minValue, number, object, optional, parse, pipe, string } from 'valibot'
import entries from '../../data/tokens.json' with { type: 'json' }

export const KnownToken = object({
  caip2: string(),
  /** In the spelling of EIP-55 on EVM chains, in base58 on Solana. */
  address: string(),
  symbol: string(),
  name: string(),
  decimals: pipe(number(), integer(), minValue(0)),
  icon: optional(string()),
})

export type KnownToken = InferOutput<typeof KnownToken>

/** The rows of `data/tokens.json`; its README documents the fields. */
export const registryTokens = parse(array(KnownToken), entries)
