import type { EmbeddedWalletCommands } from '@portico/contracts'
import type { Running } from './useWork.ts'

/** Where nothing has to be confirmed the answer is there sooner, and nobody sees a step that is over at once. */
export const DEVICE_STEP_AFTER_MS = 400

/**
 * From the code to the wallet. `check`, `confirm` and `connect` are one wait to the visitor; `device` asks something of them,
 * and `open` comes after that.
 */
export type SignInStep = 'check' | 'confirm' | 'device' | 'connect' | 'open' | 'send'

type Finish = (wallet: EmbeddedWalletCommands, running: Running<SignInStep>) => Promise<SignInStep>

/** The code was right: an unknown device is confirmed by a link, then the wallet is connected. */
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

/** Another link, for a visitor who sees the step already. */
export const waitAgain: Finish = async (wallet, running) => {
  running.step('device')
  await wallet.waitForDevice(running.signal)
  return openWallet(wallet, running, 'open')
}

/** Resolves with the step, because the host closes the window or goes on to another view. */
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
