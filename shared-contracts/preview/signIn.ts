import type { PreviewContext } from './context.ts'
import type { Finding, Line } from './description.ts'
import { line, textLine, textValue, timeLine, warning } from './values.ts'

/** Matches the first line of a sign-in message, for EVM accounts (EIP-4361, CAIP-122) and those of other families. */
const HEAD = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^\s/?#]{1,255}) wants you to sign in with your [A-Za-z]{1,32} account:$/
const END = /^Expiration Time: (\S{1,64})$/

/** The host of the requesting origin; undefined when the origin is unknown. */
function hostOf(origin: string | undefined): string | undefined {
  try {
    return origin === undefined ? undefined : new URL(origin).host
  } catch {
    return undefined
  }
}

/** Most libraries name a site without its port, so such a name matches any port. */
function isSite(named: string, host: string): boolean {
  const lower = named.toLowerCase()
  return lower === host || (!/:\d+$/.test(lower) && lower === host.replace(/:\d+$/, ''))
}

function endLines(lines: readonly string[]): Line[] {
  const text = lines.map((one) => END.exec(one)?.[1]).find((found) => found !== undefined)
  const milliseconds = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(milliseconds) ? [] : [timeLine('preview.signInEnds', BigInt(Math.floor(milliseconds / 1_000)))]
}

/**
 * Describes a sign-in message: its site, and whether that is the requesting site. The whole message is shown as well,
 * exactly as it is signed. Undefined for any other message.
 */
export function signInFinding(text: string, context: PreviewContext): Finding | undefined {
  const lines = text.split('\n')
  const site = HEAD.exec(lines[0] ?? '')?.[1]
  if (site === undefined) return undefined
  const host = hostOf(context.origin)
  const isOther = host !== undefined && !isSite(site, host)
  return {
    kind: 'signIn',
    lines: [
      line('preview.signInSite', textValue(site), isOther),
      ...(isOther ? [warning('preview.signInOtherSite')] : []),
      ...endLines(lines),
      textLine('preview.message', text),
    ],
  }
}
