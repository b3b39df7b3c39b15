import type { PreviewContext } from '../context.ts'
import type { Description, Finding, Hex } from '../description.ts'
import { type AbiValue, decodeStart, shapeOf } from './abi.ts'
import { suffixLines } from './suffix.ts'

/** A call to one contract. */
export interface Call {
  /** In lower case, like all addresses here. */
  readonly to: Hex
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
  /** The code of `to` acts as the account itself and may do anything with it. */
  readonly isDelegate?: boolean
}

/** What packs a Safe's calls. */
export type Carrier = 'safe' | 'multiSend'

export interface Scope {
  readonly context: PreviewContext
  /** The account the call comes from: the request's own, or a Safe. */
  readonly sender: string
  /** The Safe packings around this call, outermost first. */
  readonly carriers: readonly Carrier[]
  /** Describes a call that this one carries. */
  readonly describe: DescribeInner
}

export type DescribeInner = (call: Call, sender?: string, carrier?: Carrier) => Description

export interface CallReader {
  readonly selector: Hex
  readonly signature: string
  /** Undefined when the data does not match the signature. */
  readonly read: (data: Hex, call: Call, scope: Scope) => Finding | undefined
}

/** Builds a reader whose arguments are typed as the signature decodes. */
export function reader<Arguments extends readonly AbiValue[]>(
  selector: Hex,
  signature: string,
  read: (values: Arguments, call: Call, scope: Scope) => Finding | undefined,
): CallReader {
  const shape = shapeOf(signature.slice(signature.indexOf('(')))
  return {
    selector,
    signature,
    read(data, call, scope) {
      const decoded = decodeStart(shape, `0x${data.slice(selector.length)}`)
      const found = decoded && read(decoded.value as Arguments, call, scope)
      return found && { ...found, lines: [...found.lines, ...suffixLines(decoded.rest)] }
    },
  }
}

/** For a call that means something only at certain contracts: at any other one only its name is known. */
export const onlyAt =
  <Values>(
    isKnown: (call: Call, scope: Scope) => boolean,
    read: (values: Values, call: Call, scope: Scope) => Finding,
  ) =>
  (values: Values, call: Call, scope: Scope): Finding | undefined =>
    isKnown(call, scope) ? read(values, call, scope) : undefined
