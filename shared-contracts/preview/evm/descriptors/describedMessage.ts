import type { PreviewContext } from '../../context.ts'
import type { Field, Line } from '../../description.ts'
import { textLine } from '../../values.ts'
import { labelled } from './labelled.ts'

interface Message {
  readonly primaryType: string
  /** As `encodeType` (EIP-712) writes the type. */
  readonly encodedType: string
  /** The domain's contract, in lower case; undefined when the domain has none. */
  readonly contract: string | undefined
  readonly chainId: bigint | undefined
  readonly rows: readonly Field[]
}

/** Describes typed data in the words of its contract's descriptor. Every row is kept. */
export function describedMessage(
  { primaryType, encodedType, contract, chainId, rows }: Message,
  context: PreviewContext,
): { readonly lines: readonly Line[]; readonly fields: readonly Field[] } | undefined {
  if (contract === undefined || chainId === undefined) return undefined
  const place = `eip155:${chainId}:${contract}`
  const descriptor = context.descriptors?.find(
    (one) =>
      one.type === 'message' &&
      one.deployments.includes(place) &&
      (one.message === primaryType || one.message === encodedType),
  )
  const fields = descriptor && labelled(rows, descriptor.fields, {}, context)
  return descriptor && fields && { lines: [textLine('preview.intent', descriptor.intent)], fields }
}
