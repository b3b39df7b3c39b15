import { copyJson, REQUEST_BOUNDS } from '../src/embeddedWallet/json.ts'
import { describeBitcoinMessage, describeBitcoinPsbt, describeBitcoinTransfer } from './bitcoin/describeBitcoin.ts'
import { readAddress, readQuantity } from './bytes.ts'
import type { PreviewContext } from './context.ts'
import type { Description, Finding, Line } from './description.ts'
import { createCallDescriber } from './evm/describeCall.ts'
import { describeOne, describeTransaction, surroundingLines } from './evm/describeTransaction.ts'
import { readTransaction } from './evm/readTransaction.ts'
import { isRecord } from './isRecord.ts'
import { messageFinding, personalMessageBytes } from './message.ts'
import { rawJson } from './rawJson.ts'
import { describeSolanaMessage, describeSolanaTransactions } from './solana/describeSolana.ts'
import { describeTypedData } from './typedData/describeTypedData.ts'
import { readTypedData } from './typedData/readTypedData.ts'
import { line, textValue, warning } from './values.ts'

/** A request from a site or from one of our own views, with the method name and the parameters that wallets use. */
export interface PreviewRequest {
  readonly method: string
  readonly params: unknown
}

type Describer = (params: unknown, context: PreviewContext) => Finding | undefined

const first = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)
const second = (params: unknown): unknown => (Array.isArray(params) ? params[1] : undefined)

/** Warns when the request names an account other than the signer. */
const signerLines = (context: PreviewContext, signer: unknown): Line[] =>
  surroundingLines(context, undefined, readAddress(signer))

function personalSign(params: unknown, context: PreviewContext): Finding | undefined {
  const bytes = personalMessageBytes(first(params))
  if (!bytes) return undefined
  const { kind, lines } = messageFinding(bytes, context)
  return { kind, lines: [...lines, ...signerLines(context, second(params))] }
}

function typedData(params: unknown, context: PreviewContext): Finding | undefined {
  const data = readTypedData(second(params))
  if (!data) return undefined
  const found = describeTypedData(data, context)
  return { ...found, lines: [...found.lines, ...signerLines(context, first(params))] }
}

function transaction(params: unknown, context: PreviewContext): Finding | undefined {
  const read = readTransaction(first(params))
  return read && describeTransaction(read, context)
}

/** Describes a batch of calls (EIP-5792). */
function batch(params: unknown, context: PreviewContext): Finding | undefined {
  const source = first(params)
  if (!isRecord(source) || !Array.isArray(source.calls)) return undefined
  const calls = source.calls.map(readTransaction).filter((call) => call !== undefined)
  const isWhole =
    calls.length === source.calls.length && calls.every(({ authorizations }) => authorizations.length === 0)
  const chainId = readQuantity(source.chainId)
  const from = readAddress(source.from)
  if (!isWhole || calls.length === 0 || (source.chainId !== undefined && chainId === undefined)) return undefined
  if (source.from !== undefined && from === undefined) return undefined
  const describeCall = createCallDescriber(context)
  const capabilities = isRecord(source.capabilities) ? Object.keys(source.capabilities) : []
  return {
    kind: 'batch',
    lines: [
      ...surroundingLines(context, chainId, from),
      ...(capabilities.length > 0 ? [line('preview.capabilities', textValue(capabilities.join(', ')))] : []),
      ...(source.atomicRequired === true ? [] : [{ labelKey: 'preview.notAtomic' } satisfies Line]),
    ],
    parts: calls.map((call) => describeOne(call, context, describeCall)),
  }
}

const describers: ReadonlyMap<string, Describer> = new Map<string, Describer>([
  ['personal_sign', personalSign],
  // Version 3 differs from version 4 only in lists. Version 1 signs a list of values instead, which is not read.
  ...['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4'].map((name) => [name, typedData] as const),
  ['eth_sendTransaction', transaction],
  ['eth_signTransaction', transaction],
  ['wallet_sendCalls', batch],
  ['solana_signMessage', (params, context) => (isRecord(params) ? describeSolanaMessage(params, context) : undefined)],
  [
    'solana_signTransaction',
    (params, context) => (isRecord(params) ? describeSolanaTransactions([params.transaction], context) : undefined),
  ],
  [
    'solana_signAndSendTransaction',
    (params, context) => (isRecord(params) ? describeSolanaTransactions([params.transaction], context) : undefined),
  ],
  [
    'solana_signAllTransactions',
    (params, context) =>
      isRecord(params) && Array.isArray(params.transactions)
        ? describeSolanaTransactions(params.transactions, context)
        : undefined,
  ],
  // In the `bip122` namespace of the chain-agnostic standards, method names have no prefix.
  ['signMessage', describeBitcoinMessage],
  ['sendTransfer', describeBitcoinTransfer],
  ['signPsbt', describeBitcoinPsbt],
])

/** The description of an unreadable request, which the signer had better refuse. */
const unknownRequest = (method: string): Finding => ({
  kind: 'unknownRequest',
  lines: [warning('preview.unknownRequest'), line('preview.method', textValue(method))],
})

/**
 * Describes what a request asks the visitor to sign. Never throws, makes no network requests, and reports anything
 * uncertain as unknown. The caller must sign exactly these parameters, and must never sign an `unknownRequest`.
 */
export function describeRequest({ method, params }: PreviewRequest, context: PreviewContext): Description {
  const copied = copyJson(params, REQUEST_BOUNDS)
  const found = describers.get(method)?.(copied, context) ?? unknownRequest(method)
  const { kind, lines, fields, parts } = found
  return {
    kind,
    titleKey: `preview.kind.${kind}`,
    lines,
    ...(fields && { fields }),
    ...(parts && { parts }),
    raw: rawJson(copied),
    effects: { status: 'notSimulated' },
  }
}
