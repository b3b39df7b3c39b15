import { boolean, looseObject, nullable, number, object, optional, record, string, union, unknown } from 'valibot'

/** The answers of the authentication service (`/auth/v1`). */

const text = string()
const anything = record(text, unknown())

export const Nonce = object({ nonce: text, token: text })
export const Token = object({ token: text })
/** `null` means no code is needed. Our service never sends it: that would reveal which account has which address. */
export const OtpRequest = object({ uuid: nullable(text) })

export const SessionAccountAnswer = looseObject({
  aud: text,
  iss: text,
  exp: number(),
  projectIdKey: text,
  sub: text,
  address: text,
  chainId: union([number(), text]),
  chainNamespace: text,
  caip2Network: text,
  uri: text,
  domain: text,
  projectUuid: text,
  profileUuid: text,
  nonce: text,
  email: optional(text),
  appKitAccount: optional(
    looseObject({
      uuid: text,
      caip2_chain: text,
      address: text,
      profile_uuid: text,
      created_at: text,
      is_main_account: boolean(),
      connection_method: nullable(anything),
      metadata: nullable(anything),
      last_signed_in_at: text,
      signed_up_at: text,
      updated_at: text,
    }),
  ),
})

/** A token's own claims; only the service can verify them. */
export const TokenPayload = looseObject({
  exp: optional(number()),
  address: optional(text),
  caip2Network: optional(text),
})
