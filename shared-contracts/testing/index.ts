/** For tests of remotes, and of implementations of the contract. Nothing here is part of a build. */
export { fillBrowserGaps } from './browserGaps.ts'
export { type FakeActing, fakeActing } from './fakeActing.ts'
export { type FakeAdapter, fakeAdapter } from './fakeAdapter.ts'
export { type FakeEmailCapture, fakeEmailCapture } from './fakeEmailCapture.ts'
export { fakeEmbeddedWallet } from './fakeEmbeddedWallet.ts'
export { type FakeHost, fakeHost } from './fakeHost.ts'
export { type FakePairing, fakePairing } from './fakePairing.ts'
export { type FakeProvider, fakeProvider, walletError } from './fakeProvider.ts'
export {
  FAKE_SIGNATURE,
  type FakeFeature,
  type FakeSolanaWallet,
  fakeSolanaWallet,
  OTHER_SOLANA_ADDRESS,
  SOLANA_ADDRESS,
} from './fakeSolanaWallet.ts'
export { fakeWindows } from './fakeWindows.ts'
export {
  ADDRESS,
  connectionWith,
  ethereum,
  harbor,
  hostState,
  lantern,
  OTHER_ADDRESS,
  polygon,
  sepolia,
  solana,
  topUpWays,
} from './fixtures.ts'
export { inHost, type Rendered, type RenderedView, render, renderView, unmountAll } from './renderView.tsx'
export { seededRandom } from './seededRandom.ts'
