import type { Description, Finding, Hex } from './description.ts'

/** Turns a finding into a description, with the bytes it was found in. */
export const describe = (finding: Finding, raw: Hex): Description => ({
  ...finding,
  titleKey: `preview.kind.${finding.kind}`,
  raw: { type: 'hex', hex: raw },
  effects: { status: 'notSimulated' },
})
