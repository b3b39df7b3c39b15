import type { recoverAddress as Recover } from 'viem/utils'

/** Recovers the signer with viem, which is fetched only when a wallet has signed a message while pairing. */
export const recoverAddress: typeof Recover = async (parameters) => {
  const { recoverAddress: recover } = await import('viem/utils')
  return recover(parameters)
}
