import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'

const NOBODY = "'none'"

/** `scheme://host:port`, with safe host labels: the operator's text is part of a policy and must add nothing to it. */
const ORIGIN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\*|\d{1,5}))?(?:\/.*)?$/i

/**
 * Converts an allowed origin to a source of `frame-ancestors`; undefined if every source would allow more than the
 * origin. A policy accepts `*` only as the first label, where it matches one label *or more*, so the frame itself
 * checks its embedder again (`matchesOrigin`).
 */
function toSource(pattern: string): string | undefined {
  const [, scheme, host = '', port] = ORIGIN.exec(pattern.trim()) ?? []
  if (!host) return undefined
  if (scheme) return `${scheme}://${host}${port ? `:${port}` : ''}`.toLowerCase()
  // A pattern without a port allows any port; a source without a port allows the standard port only.
  return `${host}:${port ?? '*'}`.toLowerCase()
}

/**
 * The pages that may frame the embedded wallet: only the project's own origins. Excludes hosts where anybody can
 * publish (`DEFAULT_ALLOWED_ANCESTORS`), because one page there could show the wallet of another page's visitor.
 * Without origins, no page may frame the wallet.
 * @param allowed the allowed origins, in the operator's spelling
 * @returns the value of the directive `frame-ancestors` (CSP 3 §6.4.2.1)
 */
export function frameAncestors(allowed: readonly string[], { isDevelopment }: { isDevelopment: boolean }): string {
  const sources = allowed.map(toSource).filter((source) => source !== undefined)
  const all = [...new Set([...sources, ...(isDevelopment ? PAGES_OF_THIS_MACHINE : [])])]
  return all.length > 0 ? all.join(' ') : NOBODY
}
