import type { PreviewContext } from '../context.ts'
import type { Description, Finding, Hex } from '../description.ts'
import { type AbiValue, decodeStart, shapeOf } from './abi.ts'
import { suffixLines } from './suffix.ts'

/** A call to one contract. */
export interface Call {
  /** In lower case, like all addresses in a call. */
  readonly to: Hex
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
  /** True when the code of `to` runs as the account itself, and may do anything with it. */
  readonly isDelegate?: boolean
}

/** The formats in which calls of a Safe are packed. */
export type Carrier = 'safe' | 'multiSend'

export interface Scope {
  readonly context: PreviewContext
  /** The account from which the call comes: the request's own account, or a Safe. */
  readonly sender: string
  /** The Safe packings around this call, outermost first. */
  readonly carriers: readonly Carrier[]
  /** Describes a call that is nested in this one. */
  readonly describe: DescribeInner
}

export type DescribeInner = (call: Call, sender?: string, carrier?: Carrier) => Description

export interface CallReader {
  readonly selector: Hex
  readonly signature: string
  /** Undefined when the data does not match the signature. */
  readonly read: (data: Hex, call: Call, scope: Scope) => Finding | undefined
}

/** Builds a reader. `Arguments` are the types to which the signature's parameters decode. */
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

/** For a call that has a meaning only at certain contracts. At any other contract, only its name is known. */
export const onlyAt =
  <Values>(
    isKnown: (call: Call, scope: Scope) => boolean,
    read: (values: Values, call: Call, scope: Scope) => Finding,
  ) =>
  (values: Values, call: Call, scope: Scope): Finding | undefined =>
    isKnown(call, scope) ? read(values, call, scope) : undefined
