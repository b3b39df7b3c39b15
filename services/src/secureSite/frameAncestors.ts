import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'

const NOBODY = "'none'"

/**
 * `scheme://host:port`, with a host of labels that a header may carry: what an operator has written becomes part of a
 * policy, and may not add to it.
 */
const ORIGIN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\*|\d{1,5}))?(?:\/.*)?$/i

/**
 * An allowed origin as a source of `frame-ancestors`; undefined where there is none that is as narrow. A policy knows `*`
 * only as the first label, where it stands for one label *or more*: the frame itself looks again who talks to it
 * (`matchesOrigin`).
 */
function toSource(pattern: string): string | undefined {
  const [, scheme, host = '', port] = ORIGIN.exec(pattern.trim()) ?? []
  if (!host) return undefined
  if (scheme) return `${scheme}://${host}${port ? `:${port}` : ''}`.toLowerCase()
  // A pattern without a port says nothing of it; a source without one means the standard port.
  return `${host}:${port ?? '*'}`.toLowerCase()
}

/**
 * Who may put the embedded wallet's page into a frame: the project's own origins and nobody else. The hosts that anybody can
 * have a page on (`DEFAULT_ALLOWED_ANCESTORS`) are not among them: there the owner of one page could show a visitor of
 * another page their wallet. Without an origin nobody may.
 * @param allowed as the operator has written them
 * @returns the value of the directive `frame-ancestors` (CSP 3 §6.4.2.1)
 */
export function frameAncestors(allowed: readonly string[], { isDevelopment }: { isDevelopment: boolean }): string {
  const sources = allowed.map(toSource).filter((source) => source !== undefined)
  const all = [...new Set([...sources, ...(isDevelopment ? PAGES_OF_THIS_MACHINE : [])])]
  return all.length > 0 ? all.join(' ') : NOBODY
}
