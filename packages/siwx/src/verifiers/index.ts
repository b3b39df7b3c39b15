import type { ChainNamespace, SIWXSession } from '@portico/contracts'

/** Tells for one chain family whether the owner of an account has signed. */
export interface SIWXVerifier {
  readonly chainNamespace: ChainNamespace
  /** Undefined when it cannot be told just now, for instance without a network. Never throws. */
  verify(session: SIWXSession): Promise<boolean | undefined>
}

type Verify = (session: SIWXSession) => boolean | undefined | Promise<boolean | undefined>

/** Fetches the code when the first session of the family is to be verified. */
const lazily = (chainNamespace: ChainNamespace, load: () => Promise<Verify>): SIWXVerifier => ({
  chainNamespace,
  async verify(session) {
    if (session.data.chainId.split(':')[0] !== chainNamespace) return false
    let verify: Verify
    try {
      verify = await load()
    } catch {
      return undefined // the file could not be had
    }
    try {
      return await verify(session)
    } catch {
      return false // what cannot be read is no signature
    }
  },
})

export interface Eip155VerifierOptions {
  /** Where contract accounts are asked, by CAIP-2 id. */
  readonly rpcUrls?: Readonly<Record<string, string>>
}

/** ERC-191 signatures of externally owned accounts; ERC-1271 and ERC-6492 on networks with an RPC URL. */
export const eip155Verifier = ({ rpcUrls = {} }: Eip155VerifierOptions = {}): SIWXVerifier =>
  lazily('eip155', async () => {
    const { verifyEip155 } = await import('./eip155.ts')
    return (session) => verifyEip155(session, rpcUrls[session.data.chainId])
  })

/** Ed25519 signatures, address and signature in base58. */
export const solanaVerifier = (): SIWXVerifier =>
  lazily('solana', async () => (await import('./solana.ts')).verifySolana)

/** BIP-322 for P2WPKH, P2SH-P2WPKH and P2TR, and the older message signatures for all but P2TR; base64. */
export const bip122Verifier = (): SIWXVerifier =>
  lazily('bip122', async () => (await import('./bip122/verifyBip122.ts')).verifyBip122)

export const defaultVerifiers = (options: Eip155VerifierOptions = {}): readonly SIWXVerifier[] => [
  eip155Verifier(options),
  solanaVerifier(),
  bip122Verifier(),
]
