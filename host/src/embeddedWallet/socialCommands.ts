import {
  type EmbeddedWalletCommands,
  FRAME_REQUEST_TIMEOUT_MS,
  isModalError,
  type SocialProvider,
} from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import type { RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import { isTelegram } from '@portico/contracts/platform'
import { within } from '../async/within.ts'
import type { HostServices } from '../hostServices.ts'
import type { Ask } from './frameBridge.ts'
import { frameError } from './frameErrors.ts'
import type { Session } from './session.ts'
import type { EmbeddedSetup } from './setup.ts'
import { popupResult, resultOf } from './socialPopup.ts'
import { leaveFor } from './socialRedirect.ts'

interface SocialSetup extends Pick<EmbeddedSetup, 'takePopup' | 'takeReturn'>, Pick<HostServices, 'storage' | 'track'> {
  readonly ask: Ask
  ready(): Promise<unknown>
  readonly session: Session
  /** The secure site's origin. */
  readonly origin: string
  dappDataAgain(): Promise<unknown>
  connect(signal: AbortSignal): Promise<void>
}

type SocialCommands = Pick<EmbeddedWalletCommands, 'startSocial' | 'startFarcaster'>

/** Marks a rejection of the promise as handled, because the promise may have no other handler. */
function silent<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Signs in through other providers (secure-frame.md §10, §11); tracks the events of views.md §9. */
export function createSocialCommands(parts: SocialSetup): SocialCommands {
  const { ask, ready, session, origin, track, storage, takePopup, takeReturn, dappDataAgain, connect } = parts

  /** Stops the previous Farcaster attempt from reacting to its signal. */
  let stopFarcaster: (() => void) | undefined

  /** Tracks how an attempt has ended. */
  async function tracked(provider: SocialProvider, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      track('SOCIAL_LOGIN_SUCCESS', { provider })
    } catch (error) {
      const isOver = signal.aborted || (isModalError(error) && error.code === 'social.popupClosed')
      if (isOver) track('SOCIAL_LOGIN_CANCELED', { provider })
      else track('SOCIAL_LOGIN_ERROR', { provider, message: error instanceof Error ? error.message : '' })
      throw error
    }
  }

  /** Gets the provider's URL. rules.md §9: a social redirect waits 120 s. */
  async function redirect(provider: RedirectProvider, signal: AbortSignal): Promise<Answer<'GET_SOCIAL_REDIRECT_URI'>> {
    const answer = ready().then(() => ask('GET_SOCIAL_REDIRECT_URI', { provider }, signal))
    try {
      return await within(answer, FRAME_REQUEST_TIMEOUT_MS, () => {
        throw frameError('social.timedOut')
      })
    } catch (error) {
      const isUnreadable = isModalError(error) && error.code === 'frame.invalidAnswer'
      throw isUnreadable ? frameError('social.redirectMissing', { cause: error }) : error
    }
  }

  /** @returns the result that the window has posted */
  async function inPopup(provider: RedirectProvider, popup: Window, signal: AbortSignal): Promise<string> {
    // Listens from the start, because the visitor may close the window before the provider's URL is known.
    const result = silent(popupResult(popup, origin, signal))
    const answer = await Promise.race([redirect(provider, signal), result.then(() => undefined)])
    if (answer) popup.location.href = answer.uri
    return result
  }

  return {
    startSocial(provider, signal) {
      // A mini app's page goes to the provider itself; the provider may just have led back to the page.
      const returned = takeReturn(provider)
      if (returned === undefined) track('SOCIAL_LOGIN_STARTED', { provider })
      const popup = takePopup()
      const life = new AbortController()
      const until = AbortSignal.any([signal, life.signal])
      const answer = async (): Promise<string> => {
        if (returned !== undefined) return resultOf(returned)
        const redirecting = provider as RedirectProvider
        if (isTelegram()) return leaveFor(redirecting, await redirect(redirecting, until), storage, until)
        if (!popup) throw frameError('social.popupBlocked')
        // The visitor may have closed the window before our code had loaded.
        if (popup.closed) throw frameError('social.popupClosed')
        return inPopup(redirecting, popup, until)
      }
      const answered = silent(
        (async () => {
          const uri = await answer()
          popup?.close()
          track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider })
          session.begin({ provider, uri })
        })(),
      )
      const connected = silent(tracked(provider, signal, () => answered.then(() => connect(signal)))).finally(() => {
        life.abort()
        popup?.close()
      })
      return { answered, connected: silent(connected) }
    },

    startFarcaster(signal) {
      const provider = 'farcaster'
      track('SOCIAL_LOGIN_STARTED', { provider })
      const url = silent(
        ready()
          .then(() => ask('GET_FARCASTER_URI', undefined, signal))
          .then((answer) => answer.url),
      )
      const answered = silent(
        url
          .then(() => ask('CONNECT_FARCASTER', undefined, signal))
          .then(({ userName }) => {
            track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider })
            session.begin({ provider, userName })
          }),
      )
      const connected = silent(tracked(provider, signal, () => answered.then(() => connect(signal))))
      // Reloads the frame if the visitor leaves, so that a late answer does not sign them in. Only the latest attempt
      // does this.
      stopFarcaster?.()
      const leave = () => void forgetFarcaster().catch(() => {})
      signal.addEventListener('abort', leave)
      const stop = () => signal.removeEventListener('abort', leave)
      stopFarcaster = stop
      connected.then(stop, () => {})
      return { url, answered, connected }
    },
  }

  async function forgetFarcaster(): Promise<void> {
    await ask('RELOAD')
    await dappDataAgain()
  }
}
