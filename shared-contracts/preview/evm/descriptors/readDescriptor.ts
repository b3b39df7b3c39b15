import type { Hex } from '../../description.ts'
import { isRecord } from '../../isRecord.ts'
import { type Shape, shapeOf } from '../abi.ts'
import { type Parameter, readSignature, typesOf } from './readSignature.ts'

/** How values are written; any other is shown as it is. */
const FORMATS = ['raw', 'amount', 'tokenAmount', 'addressName', 'date', 'duration', 'enum'] as const

/** One row of what a call or a message says: where its value is, what it is called, and how it is written. */
export interface Format {
  readonly path: string
  readonly label: string
  readonly format: (typeof FORMATS)[number]
  /** Of a token's amount: where its contract is named, or the contract itself. */
  readonly token?: string
  /** Addresses that stand for the coin of the network, in lower case. */
  readonly natives?: readonly string[]
  /** Of an enumeration: a word for each value. */
  readonly words?: ReadonlyMap<string, string>
}

interface Described {
  /** `eip155:1:0x…`, in lower case. */
  readonly deployments: readonly string[]
  readonly intent: string
  readonly fields: readonly Format[]
}

/** What a call of one contract is for, in the words of whoever made the contract (ERC-7730). */
interface CallDescriptor extends Described {
  readonly type: 'call'
  readonly selector: Hex
  readonly parameters: readonly Parameter[]
  readonly shape: Shape
}

/** The same of typed data that are signed for it. */
interface MessageDescriptor extends Described {
  readonly type: 'message'
  /** The primary type alone, or with all its members as EIP-712 writes them. */
  readonly message: string
}

export type Descriptor = CallDescriptor | MessageDescriptor

/** A text of somebody else's, not longer than a row. */
const TEXT_MAX = 80
const FIELDS_MAX = 20

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX ? value : undefined

/** `$.metadata.enums.rate` */
const ENUM = /^\$\.metadata\.enums\.(\w{1,80})$/

function wordsAt(reference: unknown, metadata: unknown): ReadonlyMap<string, string> | undefined {
  const name = ENUM.exec(text(reference) ?? '')?.[1]
  const enums = isRecord(metadata) && isRecord(metadata.enums) ? metadata.enums : {}
  const found = name !== undefined && Object.hasOwn(enums, name) ? enums[name] : undefined
  if (!isRecord(found)) return undefined
  return new Map(Object.entries(found).flatMap(([value, word]) => (text(word) ? [[value, String(word)] as const] : [])))
}

const addresses = (source: unknown): readonly string[] =>
  (Array.isArray(source) ? source : [source]).flatMap((one) =>
    typeof one === 'string' && /^0x[\da-f]{40}$/i.test(one) ? [one.toLowerCase()] : [],
  )

/** A moment may be written as the number of a block, which no calendar knows. */
const isBlock = (params: Readonly<Record<string, unknown>>) =>
  params.encoding !== undefined && params.encoding !== 'timestamp'

function readField(source: unknown, metadata: unknown): Format | undefined {
  if (!isRecord(source)) return undefined
  const params = isRecord(source.params) ? source.params : {}
  const [path, label] = [text(source.path), text(source.label)]
  if (path === undefined || label === undefined) return undefined
  const token = text(params.tokenPath) ?? text(params.token)
  const words = wordsAt(params.$ref, metadata)
  const known = FORMATS.find((name) => name === source.format) ?? 'raw'
  return {
    path,
    label,
    format: known === 'date' && isBlock(params) ? 'raw' : known,
    ...(token !== undefined && { token }),
    ...(words && { words }),
    natives: addresses(params.nativeCurrencyAddress),
  }
}

/** Undefined where any of it cannot be read: half of what a call says may be the harmless half. */
function readFormat(source: unknown, metadata: unknown) {
  if (!isRecord(source) || !Array.isArray(source.fields)) return undefined
  const fields = source.fields.map((one) => readField(one, metadata)).filter((one) => one !== undefined)
  const intent = text(source.intent)
  if (intent === undefined || fields.length !== source.fields.length || fields.length > FIELDS_MAX) return undefined
  return { intent, fields }
}

function readCall(signature: string) {
  const parameters = readSignature(signature)
  if (!parameters) return undefined
  const types = typesOf(parameters)
  try {
    return { parameters, shape: shapeOf(types), canonical: signature.replace(/^function\s+/, '').split('(')[0] + types }
  } catch {
    return undefined
  }
}

function readDeployments(source: unknown): readonly string[] {
  const at = isRecord(source) ? source : {}
  const all: readonly unknown[] = Array.isArray(at.deployments) ? at.deployments : []
  return all.flatMap((one) =>
    isRecord(one) && typeof one.chainId === 'number' && typeof one.address === 'string'
      ? [`eip155:${one.chainId}:${one.address.toLowerCase()}`]
      : [],
  )
}

/**
 * Reads what of a descriptor (ERC-7730) is about calls and typed data. Whatever of it is not understood is left out, so that
 * is told as it is without one. It has to come from a list that no page can write.
 * @param selectorOf the first four bytes of the hash of a signature, as `transfer(address,uint256)`; undefined leaves its
 * calls out
 */
export function readDescriptor(
  source: unknown,
  selectorOf: (signature: string) => Hex | undefined,
): readonly Descriptor[] {
  if (!isRecord(source)) return []
  const context = isRecord(source.context) ? source.context : {}
  const [ofCalls, ofMessages] = [readDeployments(context.contract), readDeployments(context.eip712)]
  const formats = isRecord(source.display) && isRecord(source.display.formats) ? source.display.formats : {}
  return Object.entries(formats).flatMap(([key, format]): readonly Descriptor[] => {
    const read = readFormat(format, source.metadata)
    if (!read) return []
    const messages: readonly Descriptor[] =
      ofMessages.length > 0 ? [{ type: 'message', message: key, deployments: ofMessages, ...read }] : []
    const call = ofCalls.length > 0 ? readCall(key) : undefined
    const selector = call && selectorOf(call.canonical)
    if (!call || !selector) return messages
    const { parameters, shape } = call
    return [...messages, { type: 'call', deployments: ofCalls, selector, parameters, shape, ...read }]
  })
}
