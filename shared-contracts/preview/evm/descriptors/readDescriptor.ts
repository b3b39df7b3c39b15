import type { Hex } from '../../description.ts'
import { isRecord } from '../../isRecord.ts'
import { type Shape, shapeOf } from '../abi.ts'
import { type Parameter, readSignature, typesOf } from './readSignature.ts'

/** The supported formats. A value in any other format is shown as it is. */
const FORMATS = ['raw', 'amount', 'tokenAmount', 'addressName', 'date', 'duration', 'enum'] as const

/** One row of a call or a message: the path of its value, its label and its format. */
export interface Format {
  readonly path: string
  readonly label: string
  readonly format: (typeof FORMATS)[number]
  /** For a token amount: the path of the token's address, or the address itself. */
  readonly token?: string
  /** Addresses that stand for the network's coin, in lower case. */
  readonly natives?: readonly string[]
  /** For an enumeration: the word for each value. */
  readonly words?: ReadonlyMap<string, string>
}

interface Described {
  /** Contracts in the form `eip155:1:0x…`, in lower case. */
  readonly deployments: readonly string[]
  readonly intent: string
  readonly fields: readonly Format[]
}

/** What a call to a contract is for, in the words of the contract's maker (ERC-7730). */
interface CallDescriptor extends Described {
  readonly type: 'call'
  readonly selector: Hex
  readonly parameters: readonly Parameter[]
  readonly shape: Shape
}

/** What typed data signed for a contract is for, likewise in the words of the contract's maker. */
interface MessageDescriptor extends Described {
  readonly type: 'message'
  /** The primary type alone, or the type with all its members as EIP-712 writes it. */
  readonly message: string
}

export type Descriptor = CallDescriptor | MessageDescriptor

/** The longest text accepted from a third party; longer texts would not fit in a row. */
const TEXT_MAX = 80
const FIELDS_MAX = 20

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX ? value : undefined

/** Matches a reference such as `$.metadata.enums.rate`. */
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

/** A value with the format `date` may be a block number, which cannot be shown as a time. */
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

/** Undefined when any part is unreadable: the readable part of a call may be its harmless part. */
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
 * Reads the calls and typed data of an ERC-7730 descriptor. Skips what it does not understand; that is then shown as if
 * there were no descriptor. The descriptor must come from a list that no page can change.
 * @param selectorOf returns the first four bytes of the hash of a signature such as `transfer(address,uint256)`; the
 *   call is skipped when the result is undefined
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
