/** Converts what a page has passed as a text, which may be anything. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return ''
  }
}
