import { nameOf, type PreviewContext } from './context.ts'
import type { Description, Finding, Line } from './description.ts'
import { twinLines, warning } from './values.ts'

const ALLOWING: readonly Finding['kind'][] = ['approval', 'permit', 'permit2']

/** Warnings about a spender. An honest site hardly ever asks for an allowance to the holder of a key. */
function warnings(context: PreviewContext, spender: string): Line[] {
  const isPerson = context.withoutCode?.includes(spender) === true
  return [
    ...(isPerson ? [warning('preview.spenderIsAccount')] : []),
    ...(!isPerson && nameOf(context, spender) === undefined ? [warning('preview.unknownSpender')] : []),
    ...twinLines(context, spender),
  ]
}

/** Adds warnings about unusual spenders, each after the line of its spender. */
export function withSpenders<Found extends Finding>(finding: Found, context: PreviewContext): Found {
  if (!ALLOWING.includes(finding.kind)) return finding
  const lines = finding.lines.flatMap((line) =>
    line.labelKey === 'preview.spender' && line.value?.type === 'address'
      ? [line, ...warnings(context, line.value.address)]
      : [line],
  )
  return { ...finding, lines }
}

/**
 * Addresses to look up for `PreviewContext.withoutCode`: spenders, and receivers of the network's currency in calls
 * whose only data is a builder code.
 */
export const maybeWithoutCode = ({ kind, lines, parts = [] }: Description): readonly string[] => {
  const isCoded = kind === 'unknownCall' && lines.some(({ labelKey }) => labelKey === 'preview.builderCode')
  const asked = isCoded ? ['preview.spender', 'preview.contract'] : ['preview.spender']
  const own = lines.flatMap(({ labelKey, value }) =>
    asked.includes(labelKey) && value?.type === 'address' && value.name === undefined ? [value.address] : [],
  )
  return [...own, ...parts.flatMap(maybeWithoutCode)]
}
