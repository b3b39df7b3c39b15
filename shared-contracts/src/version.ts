/** The contract's own semver. A remote states which range it needs; see `package.json` (a test compares the two). */
export const CONTRACT_VERSION = '2.1.0'

type Version = readonly [major: number, minor: number, patch: number]

function parse(text: string): Version | undefined {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}

/** Compares versions for `Array.prototype.sort`: negative, zero or positive. An unreadable version comes first. */
export function compareVersions(left: string, right: string): number {
  const a = parse(left) ?? [-1, 0, 0]
  const b = parse(right) ?? [-1, 0, 0]
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Whether `version` is in `range`. A range is `^x.y.z` or an exact `x.y.z`. Any other text matches nothing. */
export function satisfies(version: string, range: string): boolean {
  const actual = parse(version)
  const wanted = parse(range.replace(/^\^/, ''))
  if (!actual || !wanted) return false
  if (!range.startsWith('^')) return compareVersions(version, range) === 0
  const fixed = wanted[0] > 0 ? 1 : wanted[1] > 0 ? 2 : 3
  return actual.slice(0, fixed).every((part, i) => part === wanted[i]) && compareVersions(version, range.slice(1)) >= 0
}
