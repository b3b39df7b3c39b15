import type { Description, Finding, Hex } from './description.ts'

/** Attaches the source data to a finding. */
export const describe = (finding: Finding, raw: Hex): Description => ({
  ...finding,
  titleKey: `preview.kind.${finding.kind}`,
  raw: { type: 'hex', hex: raw },
  effects: { status: 'notSimulated' },
})
