import { catalogue, ERROR_REPORTS_PER_MINUTE, type ErrorCode } from '@portico/contracts'

const MINUTE_MS = 60_000
const FRAMES_MAX = 20

/** services.md §6.3 */
export interface ErrorReport {
  readonly errorType: ErrorCode
  readonly errorMessage: string
  readonly stackTrace?: string
}

/**
 * The lines of a stack that are the shell's own, without the text of the error and without the address of the host: the
 * page's lines would tell which page it is, and the texts of foreign errors may quote anything.
 */
export function ownFrames(stack: string, host: string): string {
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

/** Undefined for what is no error of ours. The sentence is that of the catalogue, with its gaps: details may be private. */
export function errorReport(
  { errorType, stackTrace }: Readonly<Record<string, unknown>>,
  host: string,
): ErrorReport | undefined {
  if (typeof errorType !== 'string' || !Object.hasOwn(catalogue, errorType)) return undefined
  const code = errorType as ErrorCode
  const frames = typeof stackTrace === 'string' ? ownFrames(stackTrace, host) : ''
  return { errorType: code, errorMessage: catalogue[code].message, ...(frames && { stackTrace: frames }) }
}

/** §8: says whether one more may be reported within the last minute. */
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
