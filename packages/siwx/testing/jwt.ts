import { createHmac, timingSafeEqual } from 'node:crypto'

/** JSON web tokens, HS256. */

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const mac = (text: string, key: string) => createHmac('sha256', key).update(text).digest()

export function signJwt(payload: object, key: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${text}.${mac(text, key).toString('base64url')}`
}

/** Undefined if the token was signed with another key or has expired. */
export function readJwt(token: string, key: string): Record<string, unknown> | undefined {
  const [header, payload, signature] = token.split('.')
  const given = Buffer.from(signature ?? '', 'base64url')
  const expected = mac(`${header}.${payload}`, key)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const read = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
  return read.exp !== undefined && read.exp * 1000 <= Date.now() ? undefined : read
}
