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

/** A request from a site or from one of our own views, under the method name and parameters wallets use. */
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

/** EIP-5792 */
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
  // Older versions encode lists, and lists of lists, differently; those are not read.
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
  // Bitcoin methods have no prefix (`bip122` of the chain-agnostic namespaces).
  ['signMessage', describeBitcoinMessage],
  ['sendTransfer', describeBitcoinTransfer],
  ['signPsbt', describeBitcoinPsbt],
])

/** Unreadable requests: the signer had better refuse them. */
const unknownRequest = (method: string): Finding => ({
  kind: 'unknownRequest',
  lines: [warning('preview.unknownRequest'), line('preview.method', textValue(method))],
})

/**
 * Describes what a request asks to be signed. Never throws, makes no network requests, and reports anything uncertain
 * as unknown. The caller must sign these very parameters, and must not sign an `unknownRequest`.
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
