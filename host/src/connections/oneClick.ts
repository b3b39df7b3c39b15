import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'
import type { AuthenticationRequest, SignedCacao } from '../pairing/pairedWallets.ts'

/** Signing in while pairing, with one press in the wallet (chains.md §7.7). */
export interface PairingOneClick {
  /** What the wallet is to sign; undefined where that cannot be asked of it. */
  request(): Promise<AuthenticationRequest | undefined>
  /** Keeps the sessions that came of it. @throws whatever the site's plug-in throws */
  accept(signed: readonly SignedCacao[]): Promise<void>
}

/** Signing in together with a login to the embedded wallet (secure-frame.md §12.1). */
export interface EmbeddedOneClick {
  /**
   * What the wallet is to sign, with the placeholder for the address, which nobody knows yet; undefined where that cannot be
   * asked of it. Never rejects.
   */
  requestEmbedded(
    chainId: CaipNetworkId,
  ): Promise<{ readonly data: SIWXMessageData; readonly text: string } | undefined>
  /** Gives the session that came of it to the site's plug-in, which verifies it. Where it refuses, the visitor is asked later. */
  acceptEmbedded(session: SIWXSession): Promise<void>
}

export interface OneClick extends PairingOneClick, EmbeddedOneClick {}
