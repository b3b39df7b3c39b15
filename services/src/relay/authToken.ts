import { verify } from 'node:crypto'
import { RELAY_REFUSALS } from '@portico/contracts/services/relay'
import { type GenericSchema, type InferOutput, literal, number, object, safeParse, string } from 'valibot'
import { jsonIn } from '../json.ts'
import { publicKeyOf } from './didKey.ts'
import { TOKEN_LEEWAY_S } from './limits.ts'
import { Refusal } from './refusal.ts'

const Header = object({ alg: literal('EdDSA'), typ: literal('JWT') })
/** RFC 7519 §4.1: times in seconds since 1970. */
const Payload = object({ iss: string(), sub: string(), aud: string(), iat: number(), exp: number() })

/** header, payload and signature, each in base64url */
const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/

function decode<Schema extends GenericSchema>(schema: Schema, part: string): InferOutput<Schema> {
  const result = safeParse(schema, jsonIn(Buffer.from(part, 'base64url').toString('utf8')))
  if (!result.success) throw new Refusal(RELAY_REFUSALS.tokenMalformed)
  return result.output
}

export interface TokenCheck {
  /** Whether the token was made for this relay; `audience` is the client's URL. */
  isAudience(audience: string): boolean
  readonly nowMs: number
}

/**
 * Verifies the JWT in `?auth=`: it must be signed with its issuer's key (`did:key`), made for this relay, and valid
 * now.
 * @returns the client id: the issuer, in the client's spelling
 * @throws Refusal
 */
export function readAuthToken(token: string | null, { isAudience, nowMs }: TokenCheck): string {
  if (!token) throw new Refusal(RELAY_REFUSALS.tokenMissing)
  const [, header = '', payload = '', signature = ''] = JWT.exec(token) ?? []
  decode(Header, header)
  const { iss, aud, iat, exp } = decode(Payload, payload)

  const key = publicKeyOf(iss)
  if (!key) throw new Refusal(RELAY_REFUSALS.tokenMalformed)
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Refusal(RELAY_REFUSALS.tokenForged)

  if (!isAudience(aud)) throw new Refusal(RELAY_REFUSALS.tokenForOther)
  const nowS = nowMs / 1_000
  if (iat > nowS + TOKEN_LEEWAY_S) throw new Refusal(RELAY_REFUSALS.tokenNotYetValid)
  if (exp < nowS - TOKEN_LEEWAY_S) throw new Refusal(RELAY_REFUSALS.tokenExpired)
  return iss
}
