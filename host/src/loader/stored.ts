/** An entry of the browser's storage; undefined if absent or storage is blocked. */
export function stored(name: string): string | undefined {
  try {
    return localStorage[name]
  } catch {}
}
