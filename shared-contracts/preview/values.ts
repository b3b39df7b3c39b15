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

/** A text that hides something is a warning in itself. */
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

/** No supply comes near half of what the number's type can hold. `bits` are those of the type. */
export const isUnlimited = (amount: bigint, bits: number) => amount >= 1n << BigInt(bits - 1)

/** An allowance: one without an end is a warning. */
export function allowanceLine(context: PreviewContext, token: string, amount: bigint, bits: number): Line {
  const value = tokenAmount(context, token, amount)
  return isUnlimited(amount, bits)
    ? line('preview.unlimitedAllowance', { ...value, isUnlimited: true } as Value, true)
    : line('preview.allowance', value)
}

/** A contract whose address only looks like one that everybody knows. */
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

/** Which token it is; one that nobody knows may be any contract that has a call of that name. */
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

/** A contract that nobody knows may do anything, whatever its calls are named. */
export function contractLines(context: PreviewContext, address: string): Line[] {
  const lines = [line('preview.contract', addressValue(context, address))]
  return nameOf(context, address) === undefined ? [...lines, warning('preview.unknownContract')] : lines
}

/** A moment by which something has to happen, or at which it ends. Whatever lies beyond all calendars has no end. */
export const timeLine = (labelKey: PreviewMessageKey, seconds: bigint): Line =>
  line(labelKey, { type: 'time', seconds })

/** What DAI's permit means by 0: no calendar knows that moment, so it is told as having no end. */
const NO_END = (1n << 256n) - 1n
export const endOf = (expiry: bigint): bigint => (expiry === 0n ? NO_END : expiry)

/** Nobody can have their keys, or nobody does: the address of all zeros, the one that tokens are burnt by, Solana's program. */
const NOBODIES: readonly string[] = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '11111111111111111111111111111111',
]

/** What is odd about where something goes. */
export function receiverWarnings(context: PreviewContext, address: string, token?: string): Line[] {
  const twin = lookAlike(address, context)
  return [
    ...(NOBODIES.includes(address) ? [warning('preview.receiverIsNobody')] : []),
    ...(address === token ? [warning('preview.receiverIsToken')] : []),
    ...(twin === undefined ? [] : [line('preview.looksLike', addressValue(context, twin), true)]),
  ]
}

/** Who gets something, and what is odd about them. @param token what they get, where that is one */
export const receiverLines = (context: PreviewContext, address: string, token?: string): Line[] => [
  line('preview.receiver', addressValue(context, address)),
  ...receiverWarnings(context, address, token),
]
