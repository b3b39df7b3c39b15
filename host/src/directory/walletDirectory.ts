import { ModalError } from '@portico/contracts'
import type { WalletParameters } from '@portico/contracts/services/walletQuery'
import type { Wallet, WalletList } from '@portico/contracts/services/wallets'
import type { ResolvedOptions } from '../options/readOptions.ts'

/** The directory of wallets that the services keep (services.md §4.1). */
export interface WalletDirectory {
  /** @throws ModalError `service.unreachable`, `service.status`, `service.invalidAnswer` */
  find(parameters: WalletParameters, signal?: AbortSignal): Promise<WalletList>
  /** Where the logo of a wallet is; undefined when it has none and a monogram is drawn. */
  imageOf(wallet: DirectoryWallet): string | undefined
}

/** A wallet of the directory, or one that the site has added. */
export type DirectoryWallet = Wallet & {
  /** Only of the site's own. */
  readonly image_url?: string | undefined
}

const TIMEOUT_MS = 8_000

/** Reads an answer; undefined when it is none. */
export type ReadWallets = (body: unknown) => WalletList | undefined

export function createWalletDirectory(
  { projectId, endpoints }: ResolvedOptions,
  sdkVersion: string,
  read: ReadWallets,
): WalletDirectory {
  const { api } = endpoints
  return {
    async find(parameters, signal) {
      // In the query and not in headers: no preflight.
      const query = new URLSearchParams({ projectId, st: 'appkit', sv: sdkVersion })
      for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, String(value))
      const late = AbortSignal.timeout(TIMEOUT_MS)
      let body: unknown
      try {
        const response = await fetch(`${api}getWallets?${query}`, {
          credentials: 'omit',
          signal: signal ? AbortSignal.any([signal, late]) : late,
        })
        if (!response.ok) throw new ModalError('service.status', { details: { status: response.status } })
        body = await response.json()
      } catch (cause) {
        throw cause instanceof ModalError ? cause : new ModalError('service.unreachable', { cause })
      }
      const list = read(body)
      if (!list) throw new ModalError('service.invalidAnswer')
      return list
    },
    imageOf: ({ image_url, image_id }) =>
      image_url ??
      (image_id ? `${api}getWalletImage/${image_id}?projectId=${encodeURIComponent(projectId)}` : undefined),
  }
}
