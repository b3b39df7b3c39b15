import { act, type ReactNode } from 'react'
import { walletPicked } from '../src/connections/pairingSlice.ts'
import { directoryChanged } from '../src/directory/directorySlice.ts'
import type { DirectoryWallet } from '../src/directory/walletDirectory.ts'
import { inShell } from './shell.tsx'
import { createTestStore } from './store.ts'

/** A directory wallet for all platforms. */
export const pocket: DirectoryWallet = {
  id: 'pocket',
  name: 'Pocket',
  mobile_link: 'pocket://',
  webapp_link: 'https://pocket.example',
  desktop_link: 'pocket-desktop://',
  app_store: 'https://apps.example/pocket',
} as DirectoryWallet

/** The part of the remote wallet from `@portico/contracts/testing` that is used here. */
interface Refusing {
  refuse(code?: string): void
}

type StoreOptions = NonNullable<Parameters<typeof createTestStore>[0]>

/** An environment for views that wait for a paired wallet: a real store that knows these directory wallets. */
export function testPaired<Fake extends NonNullable<StoreOptions['pairing']> & Refusing>(
  options: StoreOptions & { readonly pairing: Fake },
  wallets: readonly DirectoryWallet[] = [pocket],
) {
  const test = createTestStore(options)
  test.store.dispatch(directoryChanged({ heard: [...wallets] }))
  return {
    ...test,
    pairing: options.pairing,
    pairingState: () => test.store.getState().pairing,
    /** Wraps a view as the modal does. */
    within: (element: ReactNode) => inShell(test, element),
    /** The visitor chooses a directory wallet. */
    pick: (walletId: string) => act(async () => void test.store.dispatch(walletPicked(walletId))),
    /** The wallet declines, or the pairing ends in another way. */
    refuse: (code?: Parameters<Fake['refuse']>[0]) => act(async () => options.pairing.refuse(code)),
  }
}
