import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

/** If an index was issued further in the future than this, the visitor's clock may be wrong. */
const CLOCK_TOLERANCE_MS = 86_400_000

/** Why an index is not valid now; undefined if it is valid. An unreadable date counts as invalid. */
export function datedBy({
  issuedAt,
  notAfter,
  root,
}: Pick<ReleaseIndex, 'issuedAt' | 'notAfter' | 'root'>): 'release.notYetValid' | 'release.expired' | undefined {
  if (!(Date.parse(issuedAt) <= Date.now() + CLOCK_TOLERANCE_MS)) return 'release.notYetValid'
  for (const end of [notAfter, root?.expires ?? notAfter]) if (!(Date.parse(end) > Date.now())) return 'release.expired'
}
