/** Negative when `left` is older. A pre-release counts as its release, which is the safe reading for a limit. */
export function compare(left: string, right: string): number {
  const parts = (version: string) => version.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? []
  const [a, b] = [parts(left), parts(right)]
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Packages with a highest permitted version, and the reason. */
const limits: readonly { name: RegExp; isAllowed: (version: string) => boolean; reason: string }[] = [
  {
    name: /^@walletconnect\/(universal-provider|core|sign-client|types|utils)$/,
    isAllowed: (version) => compare(version, '2.21.8') <= 0,
    reason: '2.21.8 is the last release under an open-source licence',
  },
  {
    name: /^@reown\/walletkit$/,
    isAllowed: (version) => compare(version, '1.2.10') <= 0,
    reason: '1.2.10 is the last release under an open-source licence',
  },
  {
    name: /^@reown\/appkit/,
    isAllowed: (version) => compare(version, '1.8.0') < 0,
    reason: '1.8 and later are not open source',
  },
]

/** Why a version is forbidden; undefined when it is allowed. */
export const forbidden = (name: string, version: string): string | undefined =>
  limits.find((limit) => limit.name.test(name) && !limit.isAllowed(version))?.reason

/** One version, not a range, tag or URL, so that what is installed later is what was tested. */
export const isExact = (version: string) => /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)
