import { randomBytes, randomUUID } from 'node:crypto'

/** An app's sign-in request (FIP-11). */
export interface SignInRequest {
  readonly domain: string
  readonly siweUri: string
  readonly nonce: string
  readonly notBefore?: string | undefined
  readonly expirationTime?: string | undefined
  readonly requestId?: string | undefined
  readonly acceptAuthAddress: boolean
}

/** A user's consent. */
export interface SignedIn {
  readonly message: string
  readonly signature: string
  readonly fid: number
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  readonly bio?: string | undefined
  readonly pfpUrl?: string | undefined
}

interface Channel {
  readonly request: SignInRequest
  readonly signedIn?: SignedIn
}

const CHANNELS_MAX = 1_000
/** The lifetime at the public relay. */
const LIFETIME_MS = 600_000

export interface Channels {
  /** @returns the channel's token, with which anybody can read and answer */
  open(request: Omit<SignInRequest, 'nonce'> & { readonly nonce?: string | undefined }): {
    readonly token: string
    readonly nonce: string
  }
  read(token: string): Channel | undefined
  /** @returns false if the channel does not exist, or already has an answer */
  answer(token: string, signedIn: SignedIn): boolean
  close(token: string): void
}

/** Open channels between apps and phones; a relay only passes messages on, and proves nothing. */
export function createChannels(now: () => number = Date.now): Channels {
  const channels = new Map<string, Channel & { readonly until: number }>()

  function read(token: string) {
    const channel = channels.get(token)
    return channel && channel.until > now() ? channel : undefined
  }

  return {
    open(options) {
      const token = randomUUID()
      // Letters and digits, at least eight (EIP-4361).
      const request = { ...options, nonce: options.nonce ?? randomBytes(12).toString('hex') }
      channels.set(token, { request, until: now() + LIFETIME_MS })
      const [oldest = ''] = channels.keys()
      if (channels.size > CHANNELS_MAX) channels.delete(oldest)
      return { token, nonce: request.nonce }
    },
    read,
    answer(token, signedIn) {
      const channel = read(token)
      if (!channel || channel.signedIn) return false
      channels.set(token, { ...channel, signedIn })
      return true
    },
    close: (token) => void channels.delete(token),
  }
}
