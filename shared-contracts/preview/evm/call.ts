import type { PreviewContext } from '../context.ts'
import type { Description, Finding, Hex } from '../description.ts'
import { type AbiValue, decodeStart, shapeOf } from './abi.ts'
import { suffixLines } from './suffix.ts'

/** What one contract is told. */
export interface Call {
  /** In lower case, as all addresses here. */
  readonly to: Hex
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
  /** The code of `to` acts as the account itself and may do anything with it. */
  readonly isDelegate?: boolean
}

/** What a Safe's calls are packed in. */
export type Carrier = 'safe' | 'multiSend'

export interface Scope {
  readonly context: PreviewContext
  /** Whose account the call comes from: that of the request, or a Safe. */
  readonly sender: string
  /** What of a Safe this call is packed in, from the outside in. */
  readonly carriers: readonly Carrier[]
  /** Describes a call that this one carries. */
  readonly describe: DescribeInner
}

export type DescribeInner = (call: Call, sender?: string, carrier?: Carrier) => Description

export interface CallReader {
  readonly selector: Hex
  readonly signature: string
  /** Undefined when the call is not what its name says. */
  readonly read: (data: Hex, call: Call, scope: Scope) => Finding | undefined
}

/** The types of a signature, as what they decode to. */
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
