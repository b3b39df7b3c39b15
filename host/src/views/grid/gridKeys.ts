/** How far a key moves in a grid, as a change of index; undefined for other keys. Up and down stay in the column. */
export function stepOf(key: string, { columns, isRtl }: { columns: number; isRtl: boolean }): number | undefined {
  const forward = isRtl ? -1 : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * ROWS_A_PAGE,
    PageUp: -columns * ROWS_A_PAGE,
    End: Number.POSITIVE_INFINITY,
    Home: Number.NEGATIVE_INFINITY,
  }
  return Object.hasOwn(steps, key) ? steps[key] : undefined
}

/** The number of visible rows. */
const ROWS_A_PAGE = 3
