import { DeviceUnconfirmed, type Signers, type Wallet } from '../interfaces.ts'

/**
 * A wallet whose code loads when it is needed, which it never is without a session.
 *
 * When signing reveals that this device's share is outdated because shares were renewed on another device
 * (docs/threat-model.md), the cached addresses are forgotten: the page sees no connection, and the next sign-in
 * requires a code and a link.
 */
export function lazyWallet(load: () => Promise<Wallet>): Wallet {
  let loaded: Wallet | undefined
  const wallet = async () => {
    loaded = await load()
    return loaded
  }
  return {
    addresses: async () => (await wallet()).addresses(),
    waitForDevice: async (signal, waiting) => (await wallet()).waitForDevice(signal, waiting),
    async withSeed(use) {
      const opened = await wallet()
      try {
        return await opened.withSeed(use)
      } catch (error) {
        if (error instanceof DeviceUnconfirmed) opened.forget()
        throw error
      }
    },
    // A wallet that was never opened has nothing to forget.
    forget: () => loaded?.forget(),
  }
}

/** Signers whose code loads when it is needed. */
export const lazySigners = (load: () => Promise<Signers>): Signers => ({
  withEvmKey: async (use) => (await load()).withEvmKey(use),
  withSolanaKey: async (use) => (await load()).withSolanaKey(use),
})
