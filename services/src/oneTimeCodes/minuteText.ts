/**
 * A minute in an unambiguous format: `14:03 UTC on 23 November 2026`.
 * @param ms milliseconds since 1970
 */
export function minuteText(ms: number): string {
  const at = new Date(ms)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return `${at.toISOString().slice(11, 16)} UTC on ${day}`
}
