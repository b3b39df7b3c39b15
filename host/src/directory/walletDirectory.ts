import { ModalError } from '@portico/contracts'
import type { WalletParameters } from '@portico/contracts/services/walletQuery'
import type { Wallet, WalletList } from '@portico/contracts/services/wallets'
import type { ResolvedOptions } from '../options/readOptions.ts'

/** The wallet directory of the services (services.md §4.1). */
export interface WalletDirectory {
  /** @throws ModalError `service.unreachable`, `service.status`, `service.invalidAnswer` */
  find(parameters: WalletParameters, signal?: AbortSignal): Promise<WalletList>
  /** The URL of a wallet's logo. Undefined if the wallet has none; a monogram is then shown instead. */
  imageOf(wallet: DirectoryWallet): string | undefined
}

/** A wallet of the directory, or one that the site adds. */
export type DirectoryWallet = Wallet & {
  /** Present only for the site's own wallets. */
  readonly image_url?: string | undefined
}

const TIMEOUT_MS = 8_000

/** Parses a response; returns undefined if it is invalid. */
export type ReadWallets = (body: unknown) => WalletList | undefined

export function createWalletDirectory(
  { projectId, endpoints }: ResolvedOptions,
  sdkVersion: string,
  read: ReadWallets,
): WalletDirectory {
  const { api } = endpoints
  return {
    async find(parameters, signal) {
      // Sent in the query, not in headers, to avoid a preflight.
      const query = new URLSearchParams({ projectId, st: 'appkit', sv: sdkVersion })
      for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, String(value))
      const timeout = AbortSignal.timeout(TIMEOUT_MS)
      let body: unknown
      try {
        const response = await fetch(`${api}getWallets?${query}`, {
          credentials: 'omit',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
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
