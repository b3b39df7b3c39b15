/** How far a key moves in a grid, as a change of the index; undefined for other keys. Up and down keep the column. */
export function stepOf(key: string, { columns, isRtl }: { columns: number; isRtl: boolean }): number | undefined {
  const forward = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return forward
    case 'ArrowLeft':
      return -forward
    case 'ArrowDown':
      return columns
    case 'ArrowUp':
      return -columns
    case 'PageDown':
      return columns * ROWS_A_PAGE
    case 'PageUp':
      return -columns * ROWS_A_PAGE
    case 'End':
      return Number.POSITIVE_INFINITY
    case 'Home':
      return Number.NEGATIVE_INFINITY
    default:
      return undefined
  }
}

/** The number of visible rows. */
const ROWS_A_PAGE = 3
