import { DeviceUnconfirmed, type Signers, type Wallet } from '../parts.ts'

/**
 * A wallet whose code is fetched when somebody needs it: seeing that nobody is signed in takes none of it.
 *
 * A share that fits no longer, because shares were renewed on another device (docs/threat-model.md), is noticed when something is
 * signed. What is known of the addresses is forgotten then: the page finds nobody connected, and signing in again leads to a
 * code and a link.
 */
export function lateWallet(load: () => Promise<Wallet>): Wallet {
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
    // What was never opened knows nothing.
    forget: () => loaded?.forget(),
  }
}

/** The same for what signs. */
export const lateSigners = (load: () => Promise<Signers>): Signers => ({
  withEvmKey: async (use) => (await load()).withEvmKey(use),
  withSolanaKey: async (use) => (await load()).withSolanaKey(use),
})
