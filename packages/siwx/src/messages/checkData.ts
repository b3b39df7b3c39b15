import type { SIWXMessageData } from '@portico/contracts'

/** Line breaks in a value could forge additional lines in the message. */
const BREAKS_LINE = /[\p{Cc}\u2028\u2029]/u
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const isLine = (text: unknown): text is string => typeof text === 'string' && text !== '' && !BREAKS_LINE.test(text)
const isWord = (text: unknown) => isLine(text) && !/\s/.test(text)
const isTime = (text: unknown) => isLine(text) && DATE_TIME.test(text) && !Number.isNaN(Date.parse(text))
const optional = (isValid: (value: unknown) => boolean) => (value: unknown) => value === undefined || isValid(value)

const RULES: Readonly<Record<keyof SIWXMessageData, (value: unknown) => boolean>> = {
  accountAddress: isWord,
  chainId: isWord,
  domain: (value) => isWord(value) && !/[/?#]/.test(String(value)),
  uri: isWord,
  version: isWord,
  nonce: (value) => isLine(value) && /^[A-Za-z0-9]{8,}$/.test(value),
  statement: optional(isLine),
  resources: optional((value) => Array.isArray(value) && value.every(isWord)),
  requestId: optional(isLine),
  issuedAt: optional(isTime),
  expirationTime: optional(isTime),
  notBefore: optional(isTime),
}

/** The first field that does not fit on its line; undefined if all do. */
export const wrongField = (data: SIWXMessageData): keyof SIWXMessageData | undefined =>
  (Object.keys(RULES) as (keyof SIWXMessageData)[]).find((name) => !RULES[name](data[name]))
