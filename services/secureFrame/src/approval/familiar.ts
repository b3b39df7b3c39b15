import type { Description, Line } from '@portico/contracts/preview'

/** So many addresses are remembered, the last ones. They are gone when the page is. */
const REMEMBERED_MAX = 32

/** Addresses that the visitor has sent something to since the page was opened. */
export interface Familiar {
  addresses(): readonly string[]
  /** Whoever this request has given something to. */
  remember(description: Description): void
}

const linesOf = ({ lines, parts = [] }: Description): readonly Line[] => [...lines, ...parts.flatMap(linesOf)]

export function createFamiliar(): Familiar {
  const known = new Set<string>()
  return {
    addresses: () => [...known],
    remember(description) {
      for (const { labelKey, value } of linesOf(description)) {
        if (labelKey !== 'preview.receiver' || value?.type !== 'address') continue
        known.delete(value.address)
        known.add(value.address)
      }
      for (const oldest of [...known].slice(0, -REMEMBERED_MAX)) known.delete(oldest)
    },
  }
}
