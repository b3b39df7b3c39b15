import { nameOf, type PreviewContext, tokenFacts } from './context.ts'
import type { Hex, Line, Value } from './description.ts'
import { lookAlike } from './lookAlike.ts'
import type { PreviewMessageKey } from './messageKeys.ts'
import { pretends } from './pretends.ts'
import { visibleText } from './visibleText.ts'

export const line = (labelKey: PreviewMessageKey, value: Value, isWarning = false): Line =>
  isWarning ? { labelKey, value, isWarning } : { labelKey, value }

export const warning = (labelKey: PreviewMessageKey): Line => ({ labelKey, isWarning: true })

export function addressValue(context: PreviewContext, address: string): Value {
  const name = nameOf(context, address)
  return name === undefined ? { type: 'address', address } : { type: 'address', address, name }
}

export const integerValue = (integer: bigint): Value => ({ type: 'integer', integer })
export const rawValue = (hex: Hex): Value => ({ type: 'raw', hex })
export const textValue = (source: string): Value => ({ type: 'text', ...visibleText(source) })

/** A line with a text. Hidden characters in it raise a warning. */
export function textLine(labelKey: PreviewMessageKey, source: string): Line {
  const text = visibleText(source)
  return line(labelKey, { type: 'text', ...text }, text.hasHidden)
}

export const nativeAmount = ({ native }: PreviewContext, amount: bigint): Value => ({
  type: 'amount',
  amount,
  decimals: native.decimals,
  symbol: native.symbol,
})

export function tokenAmount(context: PreviewContext, token: string, amount: bigint): Value {
  const facts = tokenFacts(context, token)
  return {
    type: 'amount',
    amount,
    ...(facts?.decimals !== undefined && { decimals: facts.decimals }),
    ...(facts?.symbol !== undefined && { symbol: facts.symbol }),
  }
}

/** Whether an amount counts as unlimited: no supply comes near half the type's range. @param bits the type's size */
export const isUnlimited = (amount: bigint, bits: number) => amount >= 1n << BigInt(bits - 1)

/** A line with an allowance. An unlimited one raises a warning. */
export function allowanceLine(context: PreviewContext, token: string, amount: bigint, bits: number): Line {
  const value = tokenAmount(context, token, amount)
  return isUnlimited(amount, bits)
    ? line('preview.unlimitedAllowance', { ...value, isUnlimited: true } as Value, true)
    : line('preview.allowance', value)
}

/** Warns when a contract's address only looks like a known one. */
export function twinLines(context: PreviewContext, address: string): Line[] {
  const known = [...Object.values(context.genuine ?? {}).flat(), ...Object.keys(context.names ?? {})]
  const twin = lookAlike(address, { account: context.account, familiar: [...(context.familiar ?? []), ...known] })
  return twin === undefined ? [] : [line('preview.looksLike', addressValue(context, twin), true)]
}

function pretenceLines(context: PreviewContext, token: string): Line[] {
  const found = pretends(token, tokenFacts(context, token)?.symbol, context)
  if (!found) return []
  return [
    found.address === undefined
      ? warning('preview.tokenNamedLikeCoin')
      : line('preview.tokenNamedLike', addressValue(context, found.address), true),
  ]
}

/** Lines about a token. An unknown one may be any contract that has a function of that name. */
export function tokenLines(context: PreviewContext, token: string): Line[] {
  return [
    line('preview.token', addressValue(context, token)),
    ...(tokenFacts(context, token) ? [] : [warning('preview.unknownToken')]),
    ...(tokenFacts(context, token)?.issuerPowers ?? []).map((power) =>
      warning(power === 'transferHook' ? 'preview.transferHook' : 'preview.permanentDelegate'),
    ),
    ...pretenceLines(context, token),
    ...twinLines(context, token),
  ]
}

/** Lines about a contract. An unknown one may do anything, whatever its functions are called. */
export function contractLines(context: PreviewContext, address: string): Line[] {
  const lines = [line('preview.contract', addressValue(context, address))]
  return nameOf(context, address) === undefined ? [...lines, warning('preview.unknownContract')] : lines
}

/** A line with a deadline or an expiry. A time beyond any calendar means that there is none. */
export const timeLine = (labelKey: PreviewMessageKey, seconds: bigint): Line =>
  line(labelKey, { type: 'time', seconds })

/** In DAI's permit, 0 means no end. */
const NO_END = (1n << 256n) - 1n
export const endOf = (expiry: bigint): bigint => (expiry === 0n ? NO_END : expiry)

/** Addresses whose key no one holds: all zeros, the burn address and Solana's system program. */
const NOBODIES: readonly string[] = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '11111111111111111111111111111111',
]

/** Warnings about what is unusual in a receiver. */
export function receiverWarnings(context: PreviewContext, address: string, token?: string): Line[] {
  const twin = lookAlike(address, context)
  return [
    ...(NOBODIES.includes(address) ? [warning('preview.receiverIsNobody')] : []),
    ...(address === token ? [warning('preview.receiverIsToken')] : []),
    ...(twin === undefined ? [] : [line('preview.looksLike', addressValue(context, twin), true)]),
  ]
}

/** A line with the receiver, and warnings about it. @param token the token that the receiver gets, if a single one */
export const receiverLines = (context: PreviewContext, address: string, token?: string): Line[] => [
  line('preview.receiver', addressValue(context, address)),
  ...receiverWarnings(context, address, token),
]
