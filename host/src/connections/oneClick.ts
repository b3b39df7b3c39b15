import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'
import type { AuthenticationRequest, SignedCacao } from '../pairing/pairedWallets.ts'

/** Signing in while pairing, with one press in the wallet (chains.md §7.7). */
export interface PairingOneClick {
  /** The message for the wallet to sign; undefined if the wallet cannot be asked. */
  request(): Promise<AuthenticationRequest | undefined>
  /** Stores the sessions of the signatures. @throws whatever the site's plug-in throws */
  accept(signed: readonly SignedCacao[]): Promise<void>
}

/** Signing in together with a login to the embedded wallet (secure-frame.md §12.1). */
export interface EmbeddedOneClick {
  /**
   * The message for the wallet to sign, with a placeholder for the address, which is not known yet; undefined if the
   * wallet cannot be asked. Never rejects.
   */
  requestEmbedded(
    chainId: CaipNetworkId,
  ): Promise<{ readonly data: SIWXMessageData; readonly text: string } | undefined>
  /**
   * Gives the resulting session to the site's plug-in, which verifies it. If the plug-in refuses, the visitor is asked
   * later.
   */
  acceptEmbedded(session: SIWXSession): Promise<void>
}

export interface OneClick extends PairingOneClick, EmbeddedOneClick {}
