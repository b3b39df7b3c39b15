import { bytesOf } from '../bytes.ts'
import type { PreviewContext } from '../context.ts'
import type { Finding } from '../description.ts'
import { isRecord } from '../isRecord.ts'
import { messageFinding } from '../message.ts'
import { addressValue, line, nativeAmount, receiverLines } from '../values.ts'
import { describePsbt } from './describePsbt.ts'

/** The total bitcoin supply, in satoshis, has this many digits. */
const DIGITS_MAX = 16

const otherAccount = (context: PreviewContext, address: unknown) =>
  typeof address === 'string' && address !== context.account
    ? [line('preview.otherAccount', addressValue(context, address), true)]
    : []

/** Describes a message for a Bitcoin account to sign. */
export function describeBitcoinMessage(params: unknown, context: PreviewContext): Finding | undefined {
  if (!isRecord(params) || typeof params.message !== 'string') return undefined
  const { kind, lines } = messageFinding(new TextEncoder().encode(params.message), context)
  return { kind, lines: [...lines, ...otherAccount(context, params.address)] }
}

/** Describes a payment that the wallet builds itself, so that only the wallet knows its fee. */
export function describeBitcoinTransfer(params: unknown, context: PreviewContext): Finding | undefined {
  if (!isRecord(params)) return undefined
  const { recipient, recipientAddress = recipient, amount, account } = params
  const satoshi = typeof amount === 'string' && /^[1-9]\d*$/.test(amount) && amount.length <= DIGITS_MAX
  if (!satoshi || typeof recipientAddress !== 'string') return undefined
  return {
    kind: 'nativeTransfer',
    lines: [
      line('preview.amount', nativeAmount(context, BigInt(amount))),
      ...receiverLines(context, recipientAddress),
      ...otherAccount(context, account),
    ],
  }
}

/** The request's PSBT in base64, although some sites send it in hexadecimal. Undefined when the request has none. */
export function psbtIn(params: unknown): string | undefined {
  const psbt = isRecord(params) ? params.psbt : undefined
  if (typeof psbt !== 'string') return undefined
  if (!/^70736274ff(?:[\da-f]{2})*$/i.test(psbt)) return psbt
  return btoa(Array.from(bytesOf(`0x${psbt}`), (byte) => String.fromCharCode(byte)).join(''))
}

/** Describes a partially signed transaction (BIP-174). */
export function describeBitcoinPsbt(params: unknown, context: PreviewContext): Finding | undefined {
  const psbt = psbtIn(params)
  if (psbt === undefined) return undefined
  const { kind, lines, parts } = describePsbt(psbt, context)
  return kind === 'unknownRequest' ? undefined : { kind, lines, ...(parts && { parts }) }
}
