import type { PreviewContext } from './context.ts'
import type { Finding, Line } from './description.ts'
import { line, textLine, textValue, timeLine, warning } from './values.ts'

/** The first line of a message that signs in, of EVM accounts (EIP-4361, CAIP-122) and those of other families. */
const HEAD = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^\s/?#]{1,255}) wants you to sign in with your [A-Za-z]{1,32} account:$/
const END = /^Expiration Time: (\S{1,64})$/

/** The host of who asks; undefined where nobody says. */
function hostOf(origin: string | undefined): string | undefined {
  try {
    return origin === undefined ? undefined : new URL(origin).host
  } catch {
    return undefined
  }
}

/** A site that the message names without a port is meant with any, as most libraries write it. */
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
 * A message that signs its reader in somewhere: for which site, and whether that is the one that asks. All of it is shown as
 * well, as it is signed. Undefined for a message that is about something else.
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
