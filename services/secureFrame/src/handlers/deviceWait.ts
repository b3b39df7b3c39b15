import { type Addresses, DeviceUnconfirmed, type Wallet } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'

/** The page waits for 120 s, then asks again. */
const PATIENCE_MS = 100_000

/** Waits until a mailed link is followed or a known device agrees, unless the wait is cancelled. */
export function createDeviceWait(wallet: Pick<Wallet, 'addresses' | 'waitForDevice'>) {
  let life = new AbortController()

  async function confirmed(signal: AbortSignal, patienceMs = PATIENCE_MS): Promise<void> {
    const either = AbortSignal.any([signal, life.signal])
    try {
      await wallet.waitForDevice(either, { patienceMs })
    } catch (error) {
      throw either.aborted ? new Refused('deviceRefused') : error
    }
  }

  return {
    /** @throws Refused `deviceRefused` if the wait was cancelled, `deviceWaiting` */
    confirmed: (signal: AbortSignal) => confirmed(signal),
    /** The addresses, once this device is confirmed or needs no confirmation. @throws Refused `deviceWaiting` */
    async addresses(signal: AbortSignal): Promise<Addresses> {
      try {
        return await wallet.addresses()
      } catch (error) {
        if (!(error instanceof DeviceUnconfirmed)) throw error
      }
      // If the confirmation can take a day, tell the page at once.
      await confirmed(signal, 0)
      return wallet.addresses()
    },
    /** Cancels the wait. */
    forget() {
      life.abort()
      life = new AbortController()
    },
  }
}
export type DeviceWait = ReturnType<typeof createDeviceWait>

/**
 * Whether the signed-in visitor can use the wallet without further steps. False while this device is unconfirmed, or if
 * the sign-in is too old: signing in again brings a new code and a new link, and no link is mailed just because a page
 * was opened. An unreachable store does not sign the visitor out.
 */
export async function isConfirmed(wallet: Pick<Wallet, 'addresses'>): Promise<boolean> {
  try {
    await wallet.addresses()
    return true
  } catch (error) {
    const isOver = error instanceof Refused && error.failure === 'notConnected'
    return !(isOver || error instanceof DeviceUnconfirmed)
  }
}
