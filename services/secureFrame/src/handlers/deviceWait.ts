import { type Addresses, DeviceUnconfirmed, type Wallet } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'

/** The page waits for 120 s, then asks again. */
const PATIENCE_MS = 100_000

/** Waits for a mailed link or a known device, until it is called off. */
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
    /** @throws Refused `deviceRefused` if it was called off, `deviceWaiting` */
    confirmed: (signal: AbortSignal) => confirmed(signal),
    /** Addresses, once this device is confirmed if it has to be. @throws Refused `deviceWaiting` */
    async addresses(signal: AbortSignal): Promise<Addresses> {
      try {
        return await wallet.addresses()
      } catch (error) {
        if (!(error instanceof DeviceUnconfirmed)) throw error
      }
      // If confirming takes a day, the page is told at once.
      await confirmed(signal, 0)
      return wallet.addresses()
    },
    /** Calls the wait off. */
    forget() {
      life.abort()
      life = new AbortController()
    },
  }
}
export type DeviceWait = ReturnType<typeof createDeviceWait>

/**
 * Whether the signed-in visitor can use the wallet without further steps. False while this device is unconfirmed, or if
 * its confirmation came too late: signing in again leads to a fresh code and a fresh link, and no link is mailed just
 * because a page was opened. An unreachable store does not sign the visitor out.
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
