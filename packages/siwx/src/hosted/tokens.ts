import { type InferOutput, safeParse } from 'valibot'
import { TokenPayload } from './answers.ts'

/** A string in `localStorage`, or in memory if that is blocked. */
export interface TokenStore {
  get(): string | undefined
  set(token: string | undefined): void
}

export function createTokenStore(key: string): TokenStore {
  let memory: string | undefined
  return {
    get() {
      try {
        return localStorage.getItem(key) ?? memory
      } catch {
        return memory
      }
    },
    set(token) {
      memory = token
      try {
        if (token === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, token)
      } catch {
        // Storage is blocked or full; the value is in memory.
      }
    },
  }
}

/** A token's payload; undefined if the token is not a JWT. */
export function payloadOf(token: string): InferOutput<typeof TokenPayload> | undefined {
  try {
    const base64 = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const { success, output } = safeParse(TokenPayload, JSON.parse(new TextDecoder().decode(bytes)))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

export const hasExpired = (token: string, now = Date.now()): boolean => {
  const { exp } = payloadOf(token) ?? {}
  return exp !== undefined && exp * 1000 <= now
}
