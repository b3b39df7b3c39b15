import type { PreviewContext } from '../context.ts'
import type { Finding, Hex } from '../description.ts'
import type { DescribeInner } from '../evm/call.ts'

/** A message of a type that has a meaning of its own, signed for `contract`. */
export interface Signed {
  /** Of exactly that type: each reading knows which. */
  readonly message: unknown
  readonly contract: Hex
  readonly context: PreviewContext
  readonly describe: DescribeInner
}

/** Undefined: it is not what its type says. */
export type Reading = Pick<Finding, 'kind' | 'lines' | 'parts'> | undefined
