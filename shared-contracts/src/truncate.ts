/** The first and the last characters, with `…` in place of the middle. A short text stays whole. */
export function truncateMiddle(text: string, start: number, end: number): string {
  return text.length <= start + end + 1 ? text : `${text.slice(0, start)}…${text.slice(text.length - end)}`
}
