import { ModalError } from '@portico/contracts'
import { ENTRIES_DEFAULT, type WalletParameters } from '@portico/contracts/services/walletQuery'
import type { DirectoryWallet, WalletDirectory } from '../src/directory/walletDirectory.ts'
import { foldName } from '../src/directory/walletName.ts'

/** An explorer id: 64 hexadecimal characters. */
export const idOf = (index: number): string => index.toString(16).padStart(64, '0')

/** A directory wallet for tests; `index` counts from 1. */
export const walletOf = (index: number, fields: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id: idOf(index),
  name: `Wallet ${index}`,
  order: index,
  badge_type: undefined,
  chains: undefined,
  homepage: `https://wallet${index}.example/`,
  image_id: null,
  link_mode: null,
  mobile_link: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  rdns: null,
  injected: null,
  supports_wc: undefined,
  supports_wcpay: undefined,
  ...fields,
})

export const manyWallets = (count: number): DirectoryWallet[] =>
  Array.from({ length: count }, (_, index) => walletOf(index + 1))

export interface TestDirectory extends WalletDirectory {
  readonly requests: WalletParameters[]
  /** Makes the directory unreachable, or reachable again. */
  setDown(isDown: boolean): void
  /** Replaces the directory's wallets. */
  setWallets(wallets: readonly DirectoryWallet[]): void
}

/** A directory that answers from a list, as the service does. */
export function testDirectory(wallets: readonly DirectoryWallet[]): TestDirectory {
  const requests: WalletParameters[] = []
  let isDown = false
  let all = wallets
  return {
    requests,
    setDown: (value) => {
      isDown = value
    },
    setWallets: (value) => {
      all = value
    },
    imageOf: () => undefined,
    async find(parameters) {
      requests.push(parameters)
      await Promise.resolve()
      if (isDown) throw new ModalError('service.unreachable')
      const { page = '1', entries = String(ENTRIES_DEFAULT), include, exclude, search, badge_type } = parameters
      const found = all.filter(
        ({ id, name, badge_type: badge }) =>
          (!include || include.includes(id)) &&
          !exclude?.includes(id) &&
          (!badge_type || badge === badge_type) &&
          foldName(name).includes(foldName(search ?? '')),
      )
      const first = (Number(page) - 1) * Number(entries)
      return { data: found.slice(first, first + Number(entries)), count: found.length }
    },
  }
}
