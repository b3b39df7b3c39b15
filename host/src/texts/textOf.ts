/** What a page has given in place of a text: it may be anything. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return ''
  }
}
