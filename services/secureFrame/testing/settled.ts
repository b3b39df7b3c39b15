import type { Wallet } from '../src/interfaces.ts'
import type { FakeStores } from './fakeStores.ts'

/** Waits for a promise under fake timers: the tested code's timers fire immediately, WebCrypto works in real time. */
export async function settled<T>(promise: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  promise.then(over, over)
  while (!isOver) {
    await new Promise(setImmediate)
    await jest.advanceTimersByTimeAsync(20)
  }
  return promise
}

/** Requests a link, follows it, and waits until the device is confirmed. */
export async function confirm(wallet: Wallet, stores: FakeStores): Promise<void> {
  const waiting = wallet.waitForDevice(new AbortController().signal)
  let isOver = false
  const over = () => {
    isOver = true
  }
  waiting.then(over, over)
  const before = stores.mails.length
  while (stores.mails.length === before && !isOver) {
    await new Promise(setImmediate)
    await jest.advanceTimersByTimeAsync(1)
  }
  stores.followLinks()
  await settled(waiting)
}
