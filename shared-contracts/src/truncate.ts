/** First and last characters with the middle folded; a short text stays whole. */
export function truncateMiddle(text: string, start: number, end: number): string {
  return text.length <= start + end + 1 ? text : `${text.slice(0, start)}…${text.slice(text.length - end)}`
}
