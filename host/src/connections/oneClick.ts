import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'
import type { AuthenticationRequest, SignedCacao } from '../pairing/pairedWallets.ts'

/** Signing in with the same click that connects (chains.md §7.7, secure-frame.md §12.1). */
export interface OneClick {
  /** The message for the wallet to sign; undefined if the wallet cannot be asked. */
  request(): Promise<AuthenticationRequest | undefined>
  /** Stores the sessions that follow from the signatures. @throws whatever the site's plug-in throws */
  accept(signed: readonly SignedCacao[]): Promise<void>
  /**
   * The message for the embedded wallet, with a placeholder for the address, which is unknown; undefined if the wallet
   * cannot be asked. Never rejects.
   */
  requestEmbedded(
    chainId: CaipNetworkId,
  ): Promise<{ readonly data: SIWXMessageData; readonly text: string } | undefined>
  /** Passes the session to the site's plug-in, which verifies it. If it refuses, the visitor is asked later. */
  acceptEmbedded(session: SIWXSession): Promise<void>
}
