import { type InferOutput, nullish, object, optional, string } from 'valibot'
import { AddressText } from './wireText.ts'

/** services.md §7.3: `GET /v1/identity/{address}`. Cacheable for 5 minutes. */
export const identityPath = (address: string) => `/v1/identity/${encodeURIComponent(address)}`

export const IdentityQuery = object({
  /** The account that asks: the plain address of the active account. */
  sender: optional(AddressText),
})

/** A name and a picture that the account's owner has chosen. Neither is trusted. */
export const Identity = object({
  name: nullish(string()),
  avatar: nullish(string()),
  /** When the name was looked up. */
  resolvedAt: optional(string()),
})

export type Identity = InferOutput<typeof Identity>
