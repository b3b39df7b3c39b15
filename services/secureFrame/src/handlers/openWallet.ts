import { Refused } from '../messages/channel.ts'
import { type Addresses, DeviceUnconfirmed, type Wallet } from '../parts.ts'

/** The page asks again, and waits for 120 s. */
const PATIENCE_MS = 100_000

/** Waiting for a mailed link, or a known device, until whoever waits is told that nobody does any more. */
export interface DeviceWait {
  /** @throws Refused `deviceRefused` when it was called off, `deviceWaiting` */
  confirmed(signal: AbortSignal): Promise<void>
  /** Addresses, when this device is confirmed where it has to be. @throws Refused `deviceWaiting` */
  addresses(signal: AbortSignal): Promise<Addresses>
  /** Calls off what is waited for. */
  forget(): void
}

export function createDeviceWait(wallet: Pick<Wallet, 'addresses' | 'waitForDevice'>): DeviceWait {
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
    confirmed: (signal) => confirmed(signal),
    async addresses(signal) {
      try {
        return await wallet.addresses()
      } catch (error) {
        if (!(error instanceof DeviceUnconfirmed)) throw error
      }
      // Where that takes a day, the page is told so at once.
      await confirmed(signal, 0)
      return wallet.addresses()
    },
    forget() {
      life.abort()
      life = new AbortController()
    },
  }
}

/**
 * Whether whoever is signed in needs to do nothing more for using the wallet. Where this device is not confirmed, or was not
 * in time, the answer is no: signing in again is what leads to a fresh code and a fresh link, and none is mailed for a page
 * that was merely opened. Stores that cannot be reached at present sign nobody out.
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
