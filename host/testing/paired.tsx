import { act, type ReactNode } from 'react'
import { walletPicked } from '../src/connections/pairingSlice.ts'
import { directoryChanged } from '../src/directory/directorySlice.ts'
import type { DirectoryWallet } from '../src/directory/walletDirectory.ts'
import { inShell } from './shell.tsx'
import { createTestStore } from './store.ts'

/** A wallet of the directory that runs everywhere. */
export const pocket: DirectoryWallet = {
  id: 'pocket',
  name: 'Pocket',
  mobile_link: 'pocket://',
  webapp_link: 'https://pocket.example',
  desktop_link: 'pocket-desktop://',
  app_store: 'https://apps.example/pocket',
} as DirectoryWallet

/** A wallet elsewhere, as `@portico/contracts/testing` has one. */
interface Refusing {
  refuse(code?: string): void
}

type StoreOptions = NonNullable<Parameters<typeof createTestStore>[0]>

/** Where views stand that wait for a paired wallet: a real store that knows these wallets of the directory. */
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
    /** Puts a view where it stands in the modal. */
    within: (element: ReactNode) => inShell(test, element),
    /** The visitor has chosen a wallet of the directory. */
    pick: (walletId: string) => act(async () => void test.store.dispatch(walletPicked(walletId))),
    /** The wallet refuses, or the pairing ends otherwise. */
    refuse: (code?: Parameters<Fake['refuse']>[0]) => act(async () => options.pairing.refuse(code)),
  }
}
