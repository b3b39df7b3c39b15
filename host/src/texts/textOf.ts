/** Converts a value from a page, which may be anything, to a text. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return ''
  }
}
