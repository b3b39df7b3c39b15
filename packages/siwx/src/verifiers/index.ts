import type { ChainNamespace, SIWXSession } from '@portico/contracts'

/** Decides for one chain family whether the account's owner signed. */
export interface SIWXVerifier {
  readonly chainNamespace: ChainNamespace
  /** Undefined if the session cannot be checked right now, for example without a network. Never throws. */
  verify(session: SIWXSession): Promise<boolean | undefined>
}

type Verify = (session: SIWXSession) => boolean | undefined | Promise<boolean | undefined>

/** Loads the code when the family's first session is verified. */
const lazily = (chainNamespace: ChainNamespace, load: () => Promise<Verify>): SIWXVerifier => ({
  chainNamespace,
  async verify(session) {
    if (session.data.chainId.split(':')[0] !== chainNamespace) return false
    let verify: Verify
    try {
      verify = await load()
    } catch {
      return undefined // the file could not be loaded
    }
    try {
      return await verify(session)
    } catch {
      return false // unreadable, so not a valid signature
    }
  },
})

export interface Eip155VerifierOptions {
  /** RPC nodes for contract accounts, keyed by CAIP-2 id. */
  readonly rpcUrls?: Readonly<Record<string, string>>
}

/** Verifies signatures by ERC-191 (externally owned accounts) and by ERC-1271 and ERC-6492 (networks with RPC URLs). */
export const eip155Verifier = ({ rpcUrls = {} }: Eip155VerifierOptions = {}): SIWXVerifier =>
  lazily('eip155', async () => {
    const { verifyEip155 } = await import('./eip155.ts')
    return (session) => verifyEip155(session, rpcUrls[session.data.chainId])
  })

/** Verifies Ed25519 signatures. The address and the signature are in base58. */
export const solanaVerifier = (): SIWXVerifier =>
  lazily('solana', async () => (await import('./solana.ts')).verifySolana)

/** Verifies base64 signatures: BIP-322 for P2WPKH, P2SH-P2WPKH and P2TR; older message signatures for all but P2TR. */
export const bip122Verifier = (): SIWXVerifier =>
  lazily('bip122', async () => (await import('./bip122/verifyBip122.ts')).verifyBip122)

export const defaultVerifiers = (options: Eip155VerifierOptions = {}): readonly SIWXVerifier[] => [
  eip155Verifier(options),
  solanaVerifier(),
  bip122Verifier(),
]
