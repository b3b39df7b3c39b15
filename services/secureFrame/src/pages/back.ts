import { LOGIN_SOCIAL_LOOK_PATH, SocialLookAnswer } from '@portico/contracts/services/login'
import { parse } from 'valibot'
import { readSocialReturn, type SocialReturn } from '../login/readSocialReturn.ts'
import { handedReturn } from '../login/socialReturns.ts'
import texts from './en.json'
import { type Surroundings, say } from './show.ts'

const LIMIT_MS = 15_000

/** Asks the login service which page waits for this attempt, and whether the answer may go there by redirect. */
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

/** The mini app's page with the result in its query, if it belongs to the waiting page's origin. */
function wayBack({ leadsTo }: SocialReturn, page: string, resultUri: string): string | undefined {
  if (leadsTo === undefined || !URL.canParse(leadsTo)) return undefined
  const url = new URL(leadsTo)
  // The address comes with the provider's answer and proves nothing; the waiting page comes from the login service.
  if (url.origin !== page) return undefined
  url.searchParams.set('result_uri', resultUri)
  return url.href
}

/** What a site's page gets: which attempt came back and whether it was refused, but no code, token or name. */
function withoutCode({ state, error }: SocialReturn, { origin, pathname }: Location): string {
  const said = new URLSearchParams({ state, ...(error !== undefined && { error }) })
  return `${origin}${pathname}?${said}`
}

/**
 * Gives the code to frames of this origin in the opener, one of which began the attempt; the browser delivers it to no
 * others. The opener itself must not get it, because it could finish an attempt that it has begun with its own key.
 */
function tellFrames(opener: Window, message: unknown, origin: string): void {
  for (let index = 0; index < opener.length; index++) opener[index]?.postMessage(message, origin)
}

/**
 * The page to which providers return. The code goes to the frames of this origin in the window that opened this one;
 * the page there, which the login service names as the waiting one, only hears that the answer has come. "Your wallet",
 * a page of this origin, gets the full answer, which the browser delivers only to this origin. A Telegram mini app has
 * no frame meanwhile: if the operator has allowed it at the login service, this page redirects there, with the code in
 * the address.
 */
export async function showBack({
  window,
  settings,
  fetch = (...args) => globalThis.fetch(...args),
}: Surroundings): Promise<void> {
  const { document: page, location, opener } = window
  const resultUri = location.href
  const came = readSocialReturn(resultUri, location.origin)
  // Keeps the code, which works only once, out of the browser's history.
  window.history.replaceState(null, '', location.pathname)
  if (!settings || !came) return say(page, texts['back.lost'])

  const answer = await whoWaits(settings.services, came.state, fetch).catch(() => undefined)
  if (!answer) return say(page, texts['back.unreachable'])
  const { page: waiting, canLeadBack } = answer
  if (waiting === null) return say(page, texts['back.lost'])
  const isOurs = waiting === location.origin
  // A waiting page of this origin gets the answer in its own window, and is never redirected to.
  const back = canLeadBack && !isOurs ? wayBack(came, waiting, resultUri) : undefined
  if (back !== undefined) return location.replace(back)
  if (!opener) return say(page, texts['back.orphaned'])
  if (!isOurs) tellFrames(opener as Window, handedReturn(resultUri), location.origin)
  ;(opener as Window).postMessage({ resultUri: isOurs ? resultUri : withoutCode(came, location) }, waiting)
  say(page, texts['back.done'])
  // If the browser does not close the window, the text stays.
  window.close()
}
