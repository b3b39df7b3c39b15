/**
 * What this browser has kept; undefined where there is nothing, storage is blocked, or the options have put something
 * into the path that is no text.
 */
export function stored(...path: unknown[]): string | undefined {
  try {
    return localStorage[path.join('/')]
  } catch {}
}
