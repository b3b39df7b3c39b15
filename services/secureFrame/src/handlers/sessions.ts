import type { Handlers } from '../messages/channel.ts'
import type { Wallet } from '../parts.ts'
import type { OwnSessions } from '../session/createSessions.ts'

export interface SessionHandlerParts {
  readonly sessions: Pick<OwnSessions, 'end'>
  readonly isConnected: () => Promise<boolean>
  readonly wallet: Pick<Wallet, 'forget'>
  /** Forgets everything that was begun and is still waiting. */
  readonly forgetAttempts: () => void
}

export const sessionHandlers = ({
  sessions,
  isConnected,
  wallet,
  forgetAttempts,
}: SessionHandlerParts): Pick<Handlers, 'IS_CONNECTED' | 'SIGN_OUT' | 'RELOAD'> => ({
  IS_CONNECTED: async () => ({ isConnected: await isConnected() }),
  async SIGN_OUT() {
    forgetAttempts()
    wallet.forget()
    await sessions.end()
  },
  async RELOAD() {
    forgetAttempts()
  },
})
