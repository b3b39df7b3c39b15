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
  /** Origin of the secure site. */
  readonly origin: string
  dappDataAgain(): Promise<unknown>
  connect(signal: AbortSignal): Promise<void>
}

type SocialCommands = Pick<EmbeddedWalletCommands, 'startSocial' | 'startFarcaster'>

/** Keeps a promise that may have no handler from causing an unhandled rejection. */
function silent<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Signs in through other providers (secure-frame.md §10, §11); sends the events of views.md §9. */
export function createSocialCommands(parts: SocialSetup): SocialCommands {
  const { ask, ready, session, origin, track, storage, takePopup, takeReturn, dappDataAgain, connect } = parts

  /** Detaches the previous Farcaster attempt from its signal. */
  let stopFarcaster: (() => void) | undefined

  /** Tracks once how an attempt has ended. */
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

  /** Gets the provider's address. rules.md §9: social redirect waits 120 s. */
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

  /** @returns the result of the window */
  async function inPopup(provider: RedirectProvider, popup: Window, signal: AbortSignal): Promise<string> {
    // Listen from the start: the visitor may close the window before its address is known.
    const result = silent(popupResult(popup, origin, signal))
    const answer = await Promise.race([redirect(provider, signal), result.then(() => undefined)])
    if (answer) popup.location.href = answer.uri
    return result
  }

  return {
    startSocial(provider, signal) {
      // A mini app has left its page for the provider, which has led back to this page.
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
        // The visitor closed the window before our code had loaded.
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
      // Reload the frame on leaving, so that a late answer does not sign the visitor in. Only for the latest attempt.
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
