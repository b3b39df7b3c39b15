import type { CaipNetworkId } from '@portico/contracts'
import { ACCOUNT_ADDRESS_PLACEHOLDER } from '@portico/contracts/embeddedWallet/siwxMessage'
import { isSameAddress } from '../isSameAddress.ts'
import { FIELD_NAMES, type SignInMessage, signInTexts } from './signInTexts.ts'

/** The account, place and time of a signature. */
export interface SignInSituation {
  /** The origin of the page around the frame, as the browser reports it. */
  readonly page: string
  /** The address of the current account. */
  readonly address: string
  readonly network: CaipNetworkId
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** Page and frame have the same clock, but the message's times may come from a server with another clock. */
const CLOCK_TOLERANCE_MS = 300_000
const STATEMENT_MAX = 1_024
const RESOURCES_MAX = 16
const NONCE = /^[A-Za-z\d]{8,128}$/
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
/** RFC 3986: the characters of a URI, without any that could break a line. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/
const REQUEST_ID = /^[\w\-.~!$&'()*+,;=:@%]{1,255}$/
/** Control characters, separators, and characters that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
const FIRST_LINE = /wants you to sign in/i
/** Schemes of resources that only refer to something. `urn:recap:` would grant a permission unseen (ERC-5573). */
const RESOURCE_SCHEMES: readonly string[] = ['https:', 'http:', 'ipfs:']

const saysField = (text: string) => FIELD_NAMES.some((name) => text.toLowerCase().includes(`${name.toLowerCase()}:`))
const isUri = (text: string) => URI.test(text) && URL.canParse(text) && !saysField(text)

/** Whether a URI belongs to the page's own origin, however it is parsed. */
function isOnPage(uri: string, page: string): boolean {
  if (!isUri(uri) || !uri.startsWith(page)) return false
  const { origin, username, password } = new URL(uri)
  const after = uri.charAt(page.length)
  return origin === page && username === '' && password === '' && ['', '/', '?', '#'].includes(after)
}

const isResource = (text: string) => isUri(text) && RESOURCE_SCHEMES.includes(new URL(text).protocol)

const isStatement = (text: string) =>
  text.trim() === text &&
  text !== '' &&
  text.length <= STATEMENT_MAX &&
  !UNPRINTABLE.test(text) &&
  !FIRST_LINE.test(text) &&
  !saysField(text)

/** Undefined if the text is not a time. */
const timeOf = (text: string): number | undefined => {
  const ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

const isNear = (text: string | undefined, nowMs: number) => {
  const ms = timeOf(text ?? '')
  return ms !== undefined && Math.abs(ms - nowMs) <= CLOCK_TOLERANCE_MS
}
const isAfter = (text: string, nowMs: number) => {
  const ms = timeOf(text)
  return ms !== undefined && ms > nowMs
}
const isBegun = (text: string, nowMs: number) => {
  const ms = timeOf(text)
  return ms !== undefined && ms <= nowMs + CLOCK_TOLERANCE_MS
}

const optional = <Value>(value: Value | undefined, isValid: (value: Value) => boolean) =>
  value === undefined || isValid(value)

type Rule = (message: SignInMessage, situation: SignInSituation) => boolean

/** Rules that all have to hold. If a message breaks one, the visitor reads and signs it on the usual screen. */
export const RULES = {
  domain: ({ domain }, { page }) => URL.canParse(page) && domain === new URL(page).host,
  uri: ({ uri }, { page }) => isOnPage(uri, page),
  chainId: ({ chainId }, { network }) => chainId === network && /^eip155:[1-9]\d*$/.test(chainId),
  version: ({ version }) => version === '1',
  accountAddress: ({ accountAddress }, { address }) =>
    accountAddress === ACCOUNT_ADDRESS_PLACEHOLDER || isSameAddress(accountAddress, address),
  nonce: ({ nonce }) => NONCE.test(nonce),
  issuedAt: ({ issuedAt }, { nowMs }) => isNear(issuedAt, nowMs),
  expirationTime: ({ expirationTime }, { nowMs }) => optional(expirationTime, (text) => isAfter(text, nowMs)),
  notBefore: ({ notBefore }, { nowMs }) => optional(notBefore, (text) => isBegun(text, nowMs)),
  statement: ({ statement }) => optional(statement, isStatement),
  requestId: ({ requestId }) => optional(requestId, (text) => REQUEST_ID.test(text) && !saysField(text)),
  resources: ({ resources }) =>
    optional(resources, (list) => list.length > 0 && list.length <= RESOURCES_MAX && list.every(isResource)),
} as const satisfies Readonly<Record<Exclude<keyof SignInMessage, 'serializedMessage'>, Rule>>

/** The text to sign, if the message is a sign-in to this same page with the current account, network and time. */
export function readSignIn(message: SignInMessage, situation: SignInSituation): string | undefined {
  if (!Object.values<Rule>(RULES).every((holds) => holds(message, situation))) return undefined
  const { serializedMessage, accountAddress } = message
  const forms = signInTexts(message, accountAddress)
  // The page will verify the text that it gave, so that text must contain exactly the fields.
  const form = serializedMessage === undefined ? 0 : forms.indexOf(serializedMessage)
  return signInTexts(message, situation.address)[form]
}
