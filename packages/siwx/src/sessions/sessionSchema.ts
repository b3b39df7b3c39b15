import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { array, looseObject, object, optional, pipe, regex, safeParse, string } from 'valibot'

const text = string()

const Session = object({
  data: object({
    accountAddress: text,
    chainId: pipe(text, regex(/^[-a-z0-9]{3,8}:\S+$/)),
    domain: text,
    uri: text,
    version: text,
    nonce: text,
    statement: optional(text),
    resources: optional(array(text)),
    requestId: optional(text),
    issuedAt: optional(text),
    expirationTime: optional(text),
    notBefore: optional(text),
  }),
  message: text,
  signature: text,
  cacao: optional(looseObject({ h: looseObject({}), p: looseObject({}), s: looseObject({}) })),
})

/** A session as plain data without unknown fields; undefined if it is invalid. */
export function readSession(value: unknown): SIWXSession | undefined {
  const { success, output } = safeParse(Session, value)
  if (!success) return undefined
  const { data, cacao, ...rest } = output
  return {
    ...rest,
    data: { ...data, chainId: data.chainId as CaipNetworkId },
    ...(cacao && { cacao: cacao as unknown as NonNullable<SIWXSession['cacao']> }),
  }
}
