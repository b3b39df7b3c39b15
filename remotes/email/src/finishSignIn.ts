import type { EmbeddedWalletCommands } from '@portico/contracts'
import type { Running } from './useWork.ts'

/** Delay before the device step shows. A known device answers sooner, so the step does not flash. */
export const DEVICE_STEP_AFTER_MS = 400

/**
 * Steps from the code to the wallet. `check`, `confirm` and `connect` look like one wait; `device` needs the visitor,
 * and `open` follows it.
 */
export type SignInStep = 'check' | 'confirm' | 'device' | 'connect' | 'open' | 'send'

type Finish = (wallet: EmbeddedWalletCommands, running: Running<SignInStep>) => Promise<SignInStep>

/** After a correct code, waits for the link if the device is unknown, then connects the wallet. */
export const finishSignIn: Finish = async (wallet, { signal, step }) => {
  step('confirm')
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    step('device')
  }, DEVICE_STEP_AFTER_MS)
  const stop = () => clearTimeout(timer)
  signal.addEventListener('abort', stop)
  try {
    await wallet.waitForDevice(signal)
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
  }
  return openWallet(wallet, { signal, step }, isShown ? 'open' : 'connect')
}

/** Sends another link while the device step is showing. */
export const waitAgain: Finish = async (wallet, running) => {
  running.step('device')
  await wallet.waitForDevice(running.signal)
  return openWallet(wallet, running, 'open')
}

/** Resolves with the step, because the host then closes the modal or opens another view. */
export async function openWallet<Step extends string>(
  wallet: EmbeddedWalletCommands,
  { signal, step }: Running<Step>,
  last: Step,
): Promise<Step> {
  signal.throwIfAborted()
  step(last)
  await wallet.connect(signal)
  return last
}
