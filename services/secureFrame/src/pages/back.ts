import { LOGIN_SOCIAL_LOOK_PATH, SocialLookAnswer } from '@portico/contracts/services/login'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { parse } from 'valibot'
import { readSocialReturn, type SocialReturn } from '../login/readSocialReturn.ts'
import { handedReturn } from '../login/socialReturns.ts'
import texts from './en.json'
import { say } from './show.ts'

const LIMIT_MS = 15_000

interface BackPage {
  readonly window: Window
  readonly settings: SecureSiteSettings | undefined
  readonly fetch?: typeof fetch
}

/** Which page waits for it, as login knows it, and whether that may be led back to. */
async function whoWaits(services: string, state: string, fetch: typeof globalThis.fetch): Promise<SocialLookAnswer> {
  const response = await fetch(`${services}${LOGIN_SOCIAL_LOOK_PATH}`, {
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
    body: JSON.stringify({ state }),
  })
  if (!response.ok) throw new Error(`Login answered ${response.status}`)
  return parse(SocialLookAnswer, await response.json())
}

/** The page of a mini app with the result in its query, if it is one of the page that waits. */
function wayBack({ leadsTo }: SocialReturn, page: string, resultUri: string): string | undefined {
  if (leadsTo === undefined || !URL.canParse(leadsTo)) return undefined
  const url = new URL(leadsTo)
  // The address is a claim in what the provider came back with; who waits is not.
  if (url.origin !== page) return undefined
  url.searchParams.set('result_uri', resultUri)
  return url.href
}

/** What a page of a site is told: which attempt has come back, and whether it was refused. No code, no token, no name. */
function withoutCode({ state, error }: SocialReturn, { origin, pathname }: Location): string {
  const said = new URLSearchParams({ state, ...(error !== undefined && { error }) })
  return `${origin}${pathname}?${said}`
}

/**
 * Whoever has the code can finish the attempt, and the page may have begun one with a key of its own. So the code goes to the
 * frames of this origin in that page, of which one has begun it; the browser hands it to no other.
 */
function tellFrames(opener: Window, message: unknown, origin: string): void {
  for (let index = 0; index < opener.length; index++) opener[index]?.postMessage(message, origin)
}

/**
 * Where providers return to. The code goes to the frames of this origin in the window that opened this one, and the page
 * there, which is the one that login says has asked, hears that it has come. Of our own pages one can have asked, "Your
 * wallet": it is told all of it, as the browser hands that over only where the window that opened this one shows a page of
 * this origin. A mini app of Telegram, which has no frame meanwhile, is led back to with the code in its address where the
 * operator lets login allow that.
 */
export async function showBack({
  window,
  settings,
  fetch = (...asked) => globalThis.fetch(...asked),
}: BackPage): Promise<void> {
  const { document: page, location, opener } = window
  const resultUri = location.href
  const came = readSocialReturn(resultUri, location.origin)
  // The code in it is used once, and does not stay in the browser's history.
  window.history.replaceState(null, '', location.pathname)
  if (!settings || !came) return say(page, texts['back.lost'])

  const answer = await whoWaits(settings.services, came.state, fetch).catch(() => undefined)
  if (!answer) return say(page, texts['back.unreachable'])
  const { page: waiting, canLeadBack } = answer
  if (waiting === null) return say(page, texts['back.lost'])
  const isOurs = waiting === location.origin
  // A page of ours stays where it is: it is told in its own window, and nobody is led to an address that came along.
  const back = canLeadBack && !isOurs ? wayBack(came, waiting, resultUri) : undefined
  if (back !== undefined) return location.replace(back)
  if (!opener) return say(page, texts['back.orphaned'])
  if (!isOurs) tellFrames(opener as Window, handedReturn(resultUri), location.origin)
  ;(opener as Window).postMessage({ resultUri: isOurs ? resultUri : withoutCode(came, location) }, waiting)
  say(page, texts['back.done'])
  // A browser that does not close it leaves the sentence.
  window.close()
}
