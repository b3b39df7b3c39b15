import { FRAME_LOAD_TIMEOUT_MS } from '@portico/contracts'
import { APPROVE_PATH, POPUP_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import { SignedSite } from '@portico/contracts/services/laterReleases'
import type { SOCIAL_BACK_PATH } from '@portico/contracts/services/login'
import type { SETTINGS_PATH } from '@portico/contracts/services/secureSite'
import { object, record, safeParse, string } from 'valibot'
import { frameError } from './frameErrors.ts'
import type { EmbeddedSetup } from './setup.ts'

// Repeated as literals, because the modules that export them import schemas, which the shell does not contain.
const BACK: typeof SOCIAL_BACK_PATH = '/back'
const SETTINGS: typeof SETTINGS_PATH = '/settings.json'

/** Pages of the same origin that open beside the frame, and whose scripts could read the frame's storage. */
const PAGES_BESIDE = [POPUP_PATH, APPROVE_PATH, BACK]

/** All the URLs in `SecureSiteSettings`. */
const Addresses = object({
  services: string(),
  shares: object({ auth: string(), recovery: string() }),
  bundlers: record(string(), string()),
})

type Reason = 'origin' | 'index' | 'page' | 'settings'

const unverified = (reason: Reason, url: string) => frameError('frame.unverified', { details: { reason, url } })

/** @throws TypeError, DOMException, Error if it cannot be fetched */
async function fetchFresh(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url, {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(FRAME_LOAD_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.arrayBuffer()
}

async function integrityOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return `sha384-${btoa(String.fromCharCode(...digest))}`
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

async function checkPage(url: string, hashes: readonly string[] | undefined): Promise<void> {
  if (!hashes?.includes(await integrityOf(await fetchFresh(url)))) throw unverified('page', url)
}

/** Checks the settings, because even the right page, with other settings, would send codes and shares elsewhere. */
async function checkSettings(url: string, connect: readonly string[]): Promise<void> {
  const read = safeParse(Addresses, parseJson(await fetchFresh(url)))
  if (!read.success) throw unverified('settings', url)
  const { services, shares, bundlers } = read.output
  const named = [services, shares.auth, shares.recovery, ...Object.values(bundlers)]
  if (!named.every((one) => URL.canParse(one) && connect.includes(new URL(one).origin)))
    throw unverified('settings', url)
}

/**
 * Compares what the secure site serves with the signed release index, at the exact URL that the frame will load. Keeps
 * none of it: the browser requests the frame again, so a server that tells the two requests apart can still answer them
 * differently (docs/threat-model.md, "The code of the secure site").
 * @param frameUrl the URL of the frame, with its query
 * @throws ModalError `frame.unverified`, with a `reason` and a `url` in its details; other errors if the site cannot be
 *   reached
 */
export async function verifySite(frameUrl: string, releases: EmbeddedSetup['releases']): Promise<void> {
  const { origin, pathname } = new URL(frameUrl)
  await releases.complete()
  // What was unavailable when the list of wallets needed it may be available now.
  if (releases.isLacking()) await releases.refresh()
  const index = releases.index()
  const deferred = releases.deferred()
  if (index && !index.origins?.secureSite?.includes(origin)) throw unverified('origin', origin)
  // A missing index is no sign that the site was changed.
  if (releases.isLacking()) throw new Error('The release index cannot be had')
  const read = safeParse(SignedSite, deferred?.secureSite)
  if (!read.success) throw unverified('index', origin)
  const { pages, connect } = read.output
  await Promise.all([
    checkPage(frameUrl, pages[pathname]),
    ...PAGES_BESIDE.map((path) => checkPage(`${origin}${path}`, pages[path])),
    checkSettings(`${origin}${SETTINGS}`, connect),
  ])
}
