import { type InferOutput, nullish, object, optional, string } from 'valibot'
import { AddressText } from './wireText.ts'

/** services.md §7.3: `GET /v1/identity/{address}`. Good for 5 minutes. */
export const identityPath = (address: string) => `/v1/identity/${encodeURIComponent(address)}`

export const IdentityQuery = object({
  /** Who asks: the plain address of the active account. */
  sender: optional(AddressText),
})

/** A name and a picture that their owner has chosen: untrusted, both. */
export const Identity = object({
  name: nullish(string()),
  avatar: nullish(string()),
  /** When that was looked up. */
  resolvedAt: optional(string()),
})

export type Identity = InferOutput<typeof Identity>
