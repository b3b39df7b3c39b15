import { catalogue, ERROR_REPORTS_PER_MINUTE, type ErrorCode, errorSentence } from '@portico/contracts'
import { withoutAddresses } from './withoutAddresses.ts'

const MINUTE_MS = 60_000
const FRAMES_MAX = 20

/** services.md §6.3 */
export interface ErrorReport {
  readonly errorType: ErrorCode
  readonly errorMessage: string
  readonly stackTrace?: string
}

/** Only the shell's own lines of a stack: the page's would identify the page, and foreign errors may quote anything. */
function ownFrames(stack: string, host: string): string {
  const shell = `${host}shell/`
  return stack
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(shell)
      const place = at < 0 ? undefined : /^[\w./-]+:\d+(:\d+)?/.exec(line.slice(at + shell.length))
      return place ? [`at ${place[0]}`] : []
    })
    .slice(0, FRAMES_MAX)
    .join('\n')
}

/** A number, or one of our names, such as an option, a view or a family; never an address, a link or foreign text. */
const PLAIN_WORD = /^[\w.:-]{1,48}$/

const asPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The catalogue's sentence for a code, filled from `message` only with plain words: other values may be private. */
function plainMessage(code: ErrorCode, message: unknown): string {
  const parts = errorSentence(code).split(/(\{\w+\})/)
  const pattern = parts.map((part, index) => (index % 2 ? '([^]*)' : asPattern(part))).join('')
  const filled = typeof message === 'string' ? new RegExp(`^${pattern}$`).exec(message) : null
  const word = (gap: string, text = '') => (PLAIN_WORD.test(text) && withoutAddresses(text) === text ? text : gap)
  return parts.map((part, index) => (index % 2 ? word(part, filled?.[(index + 1) / 2]) : part)).join('')
}

/** Undefined for errors that are not ours. */
export function errorReport(
  { errorType, errorMessage, stackTrace }: Readonly<Record<string, unknown>>,
  host: string,
): ErrorReport | undefined {
  if (typeof errorType !== 'string' || !Object.hasOwn(catalogue, errorType)) return undefined
  const code = errorType as ErrorCode
  const frames = typeof stackTrace === 'string' ? ownFrames(stackTrace, host) : ''
  return { errorType: code, errorMessage: plainMessage(code, errorMessage), ...(frames && { stackTrace: frames }) }
}

/** rules.md §8: returns whether another report is allowed within the current minute. */
export function createReportLimit(): () => boolean {
  let reported: number[] = []
  return () => {
    const now = Date.now()
    reported = reported.filter((at) => now - at < MINUTE_MS)
    if (reported.length >= ERROR_REPORTS_PER_MINUTE) return false
    reported.push(now)
    return true
  }
}
