import { array, boolean, number, object, optional, parse, string } from 'valibot'
import entries from '../../data/networks.json' with { type: 'json' }

const Entry = object({
  caip2: string(),
  name: string(),
  icon: optional(string()),
  image_id: optional(string()),
  testnet: boolean(),
  native_currency: object({ name: string(), symbol: string(), decimals: number() }),
  native_icon: optional(string()),
  explorer_url: optional(string()),
  explorer_query: optional(string()),
})

/** The rows of `data/networks.json`; its README documents the fields. */
export const registryNetworks = parse(array(Entry), entries)
