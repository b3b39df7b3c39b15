import { type InferOutput, nullish, object, optional, string } from 'valibot'
import { AddressText } from './wireText.ts'

/** services.md §7.3: `GET /v1/identity/{address}`. Cacheable for 5 minutes. */
export const identityPath = (address: string) => `/v1/identity/${encodeURIComponent(address)}`

export const IdentityQuery = object({
  /** The caller: the plain address of the active account. */
  sender: optional(AddressText),
})

/** A name and a picture chosen by their owner; both are untrusted. */
export const Identity = object({
  name: nullish(string()),
  avatar: nullish(string()),
  /** The time of the lookup. */
  resolvedAt: optional(string()),
})

export type Identity = InferOutput<typeof Identity>
