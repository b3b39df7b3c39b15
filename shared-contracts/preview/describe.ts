import type { Description, Finding, Hex } from './description.ts'

/** Turns a finding into a description, and adds the bytes that the finding describes. */
export const describe = (finding: Finding, raw: Hex): Description => ({
  ...finding,
  titleKey: `preview.kind.${finding.kind}`,
  raw: { type: 'hex', hex: raw },
  effects: { status: 'notSimulated' },
})
