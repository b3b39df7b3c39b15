import { LOGIN_SOCIAL_LOOK_PATH, SocialLookAnswer } from '@portico/contracts/services/login'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { parse } from 'valibot'
import { readSocialReturn, type SocialReturn } from '../login/readSocialReturn.ts'
import texts from './en.json'
import { say } from './show.ts'

const LIMIT_MS = 15_000

interface BackPage {
  readonly window: Window
  readonly settings: SecureSiteSettings | undefined
  readonly fetch?: typeof fetch
}

/** Which page waits for it, as login knows it; null where none does. */
async function waitingPage(services: string, state: string, fetch: typeof globalThis.fetch): Promise<string | null> {
  const response = await fetch(`${services}${LOGIN_SOCIAL_LOOK_PATH}`, {
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
    body: JSON.stringify({ state }),
  })
  if (!response.ok) throw new Error(`Login answered ${response.status}`)
  return parse(SocialLookAnswer, await response.json()).page
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

/**
 * Where providers return to. What came goes to the page that login says has asked, and to no other: to the window that
 * opened this one, or, in a mini app of Telegram, to the page itself. Of our own pages one can have asked, "Your wallet": the
 * browser hands it the message only where the window that opened this one shows a page of this origin.
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

  const waiting = await waitingPage(settings.services, came.state, fetch).catch(() => undefined)
  if (waiting === undefined) return say(page, texts['back.unreachable'])
  if (waiting === null) return say(page, texts['back.lost'])
  // A page of ours stays where it is: it is told in its own window, and nobody is led to an address that came along.
  const back = waiting === location.origin ? undefined : wayBack(came, waiting, resultUri)
  if (back !== undefined) return location.replace(back)
  if (!opener) return say(page, texts['back.orphaned'])
  ;(opener as Window).postMessage({ resultUri }, waiting)
  say(page, texts['back.done'])
  // A browser that does not close it leaves the sentence.
  window.close()
}
