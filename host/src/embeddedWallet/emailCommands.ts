import { type EmbeddedWalletCommands, ModalError } from '@portico/contracts'
import { EmailText } from '@portico/contracts/embeddedWallet/email'
import { safeParse } from 'valibot'
import type { HostServices } from '../hostServices.ts'
import { createEmailCooldown } from './emailCooldown.ts'
import type { Ask } from './frameBridge.ts'
import { frameError } from './frameErrors.ts'
import type { Login } from './login.ts'
import type { Session } from './session.ts'

interface EmailSetup {
  readonly ask: Ask
  ready(): Promise<unknown>
  readonly login: Login
  readonly session: Session
  readonly track: HostServices['track']
}

type EmailCommands = Omit<EmbeddedWalletCommands, 'connect' | 'startSocial' | 'startFarcaster'>

/** @throws ModalError `email.invalid` */
function readEmail(text: string): string {
  const { success, output } = safeParse(EmailText, text)
  if (!success) throw frameError('email.invalid')
  return output
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')

/** Signs in by email and changes the address (secure-frame.md §9); tracks the events of views.md §10. */
export function createEmailCommands({ ask, ready, login, session, track }: EmailSetup): EmailCommands {
  const cooldown = createEmailCooldown({
    lastLoginAt: () => login.read().lastEmailLoginAt,
    remember: (lastEmailLoginAt) => login.change({ lastEmailLoginAt }),
  })
  /** Whether the mail contained a link, which has to be followed before the code is entered. */
  let isDeviceFirst = false

  async function check(name: 'CONNECT_OTP' | 'UPDATE_EMAIL_PRIMARY_OTP', otp: string, signal: AbortSignal) {
    await judged(() => ask(name, { otp }, signal), signal)
  }

  /** Tracks whether a code was right. Leaving does not count as a wrong code. */
  async function judged<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      const answer = await work()
      track('EMAIL_VERIFICATION_CODE_PASS')
      return answer
    } catch (error) {
      if (!signal.aborted) track('EMAIL_VERIFICATION_CODE_FAIL', { message: messageOf(error) })
      throw error
    }
  }

  return {
    emailCooldownS: cooldown.secondsLeft,
    async connectEmail(text, signal) {
      const email = readEmail(text)
      const action = await cooldown.guard(async () => {
        await ready()
        track('EMAIL_SUBMITTED')
        return (await ask('CONNECT_EMAIL', { email }, signal)).action
      })
      session.begin({ provider: 'email' })
      isDeviceFirst = action === 'VERIFY_DEVICE'
      if (action === 'VERIFY_OTP') track('EMAIL_VERIFICATION_CODE_SENT')
      return action
    },
    async waitForDevice(signal) {
      await ask('CONNECT_DEVICE', undefined, signal)
      if (!isDeviceFirst) return
      isDeviceFirst = false
      track('DEVICE_REGISTERED_FOR_EMAIL')
      track('EMAIL_VERIFICATION_CODE_SENT')
    },
    async checkCode(otp, signal) {
      await check('CONNECT_OTP', otp, signal)
      session.begin({ provider: 'email' })
    },
    email: session.email,
    async updateEmail(text, signal) {
      if (session.email() === undefined) throw frameError('connection.notEmbedded')
      const email = readEmail(text)
      await ready()
      const { action } = await ask('UPDATE_EMAIL', { email }, signal)
      cooldown.started()
      track('EMAIL_EDIT')
      return action
    },
    checkPrimaryCode: (otp, signal) => check('UPDATE_EMAIL_PRIMARY_OTP', otp, signal),
    async checkSecondaryCode(otp, signal) {
      const { newEmail } = await judged(() => ask('UPDATE_EMAIL_SECONDARY_OTP', { otp }, signal), signal)
      // After signing out, there is no address to change.
      if (session.email() === undefined) throw new ModalError('connection.modalClosed')
      session.emailChanged(newEmail)
      cooldown.clear()
      return newEmail
    },
  }
}
