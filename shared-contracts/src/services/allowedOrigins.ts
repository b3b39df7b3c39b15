import { DEFAULT_ALLOWED_ANCESTORS } from '../limits.ts'

interface Pattern {
  readonly scheme: string | undefined
  readonly labels: readonly string[]
  readonly port: string | undefined
}

/** Parses `scheme://host:port`, with scheme and port optional. A path is ignored. Undefined for any other text. */
function parse(pattern: string): Pattern | undefined {
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:\s]+)(?::(\*|\d+))?(?:\/.*)?$/i.exec(pattern.trim())
  if (!match?.[2]) return undefined
  return { scheme: match[1]?.toLowerCase(), labels: match[2].toLowerCase().split('.'), port: match[3] }
}

/** Whether an origin fits a pattern. `*` is exactly one host label, `:*` any port. Omitted parts are not compared. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const wanted = parse(pattern)
  let page: URL
  try {
    page = new URL(origin)
  } catch {
    return false
  }
  if (!wanted) return false
  if (wanted.scheme && `${wanted.scheme}:` !== page.protocol) return false
  const labels = page.hostname.split('.')
  if (labels.length !== wanted.labels.length) return false
  if (!wanted.labels.every((label, index) => label === '*' || label === labels[index])) return false
  if (wanted.port === '*') return true
  // A pattern with a scheme is a whole origin, so without a port it means the default port of the scheme.
  if (wanted.port === undefined) return wanted.scheme === undefined || page.port === ''
  const standard = page.protocol === 'https:' ? '443' : '80'
  return wanted.port === (page.port || standard)
}

/** rules.md §5: the page's origin must match the project's list or the built-in one, even if the former is empty. */
export const isAllowedOrigin = (origin: string, allowed: readonly string[]): boolean =>
  [...allowed, ...DEFAULT_ALLOWED_ANCESTORS].some((pattern) => matchesOrigin(pattern, origin))
