import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'
import type { AuthenticationRequest, SignedCacao } from '../pairing/pairedWallets.ts'

/** Signing in with the press that connects (chains.md §7.7, secure-frame.md §12.1). */
export interface OneClick {
  /** The message for the wallet to sign; undefined if the wallet cannot be asked. */
  request(): Promise<AuthenticationRequest | undefined>
  /** Stores the sessions of the signatures. @throws whatever the site's plug-in throws */
  accept(signed: readonly SignedCacao[]): Promise<void>
  /** With a placeholder for the unknown address; undefined if the wallet cannot be asked. Never rejects. */
  requestEmbedded(
    chainId: CaipNetworkId,
  ): Promise<{ readonly data: SIWXMessageData; readonly text: string } | undefined>
  /** Gives the session to the site's plug-in, which verifies it. If it refuses, the visitor is asked later. */
  acceptEmbedded(session: SIWXSession): Promise<void>
}
