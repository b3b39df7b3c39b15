import type { EmbeddedWalletCommands } from '../src/index.ts'

const nothing = async () => {}

/** An embedded wallet that by default approves everything at once. */
export const fakeEmbeddedWallet = (own: Partial<EmbeddedWalletCommands> = {}): EmbeddedWalletCommands => ({
  emailCooldownS: () => 0,
  connectEmail: async () => 'VERIFY_OTP',
  waitForDevice: nothing,
  checkCode: nothing,
  connect: nothing,
  email: () => undefined,
  updateEmail: async () => 'VERIFY_PRIMARY_OTP',
  checkPrimaryCode: nothing,
  checkSecondaryCode: async () => 'new@example.org',
  startSocial: () => ({ answered: nothing(), connected: nothing() }),
  startFarcaster: () => ({ url: Promise.resolve('https://example.org/'), answered: nothing(), connected: nothing() }),
  ...own,
})
