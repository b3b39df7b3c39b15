import type { PreviewContext } from '../context.ts'
import type { Finding, Hex } from '../description.ts'
import type { DescribeInner } from '../evm/call.ts'

/** A message whose type has a known meaning, signed for `contract`. */
export interface Signed {
  /** Has exactly the type that the reader is for. */
  readonly message: unknown
  readonly contract: Hex
  readonly context: PreviewContext
  readonly describe: DescribeInner
}

/** Undefined when the message does not match its type. */
export type Reading = Pick<Finding, 'kind' | 'lines' | 'parts'> | undefined
