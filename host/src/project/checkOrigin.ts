import { type ErrorCode, ModalError } from '@portico/contracts'
import { isAllowedOrigin, matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import { AllowedOrigins } from '@portico/contracts/services/projectConfig'
import { safeParse } from 'valibot'
import { alertOnce } from '../feedbackSlice.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { ShellStore } from '../store.ts'
import { ALERTS, type Fetched, read } from './fetchConfig.ts'
import { frameRefused } from './projectSlice.ts'

export const readOrigins = (request: Promise<Response>): Promise<Fetched<readonly string[]>> =>
  read(request, (body) => {
    const result = safeParse(AllowedOrigins, body)
    return result.success ? result.output.allowedOrigins : undefined
  })

const OF_THIS_MACHINE = ['localhost', '127.0.0.1']
const isOfThisMachine = (url: string) => OF_THIS_MACHINE.includes(new URL(url).hostname)

/**
 * Whether the secure site allows a page to frame it: a page on one of the project's own origins, or a local page if the
 * secure site is local too. A shared host, where anyone can have a page, may show a modal (`isAllowedOrigin`) but no
 * frame.
 */
export const mayFrame = (origin: string, allowed: readonly string[], secureSite: string | undefined): boolean =>
  allowed.some((pattern) => matchesOrigin(pattern, origin)) ||
  (secureSite !== undefined && isOfThisMachine(origin) && isOfThisMachine(secureSite))

/** Raises an alert unless the project allows the page's origin (rules.md §5); stores whether the frame refuses it. */
export async function checkOrigin(store: ShellStore, request: Promise<Response>): Promise<void> {
  const alert = (code: ErrorCode, details: ModalError['details'], cause?: unknown) =>
    store.dispatch(alertOnce(new ModalError(code, { details, cause })))
  const answer = await readOrigins(request)
  if (!answer.ok) {
    const { reason, cause } = answer
    return void alert(reason === 'other' ? 'config.unavailable' : ALERTS[reason], { cause: String(cause) }, cause)
  }
  const { origin } = location
  const { secureSite } = selectOptions(store.getState()).endpoints
  if (!mayFrame(origin, answer.value, secureSite)) store.dispatch(frameRefused())
  if (!isAllowedOrigin(origin, answer.value)) alert('config.originNotAllowed', { origin })
}
