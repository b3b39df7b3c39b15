/** Where a key leads in a grid, as a change of the index; undefined where it leads nowhere. Up and down keep the column. */
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

/** As many as are in sight at once. */
const ROWS_A_PAGE = 3
