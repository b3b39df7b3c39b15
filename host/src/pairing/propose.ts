import { type CaipNetworkId, type Network, parseCaipAddress } from '@portico/contracts'
import type { AuthTypes, SessionTypes } from '@walletconnect/types'
import { safely } from '../chains/announced.ts'
import type { Proposal } from './attempts.ts'
import { AUTHENTICATION_METHODS, type Offer, proposalOf } from './namespaces.ts'
import type { AuthenticationRequest, PrepareOptions, SignedCacao } from './pairedWallets.ts'
import { signAlso } from './signAlso.ts'
import type { Client } from './universalProvider.ts'

/** The networks for a message to sign (chains.md §7.7), the page's own first; undefined unless all belong to eip155. */
function chainsToSign(networks: readonly Network[], active: CaipNetworkId): string[] | undefined {
  if (networks.length === 0 || networks.some(({ chainNamespace }) => chainNamespace !== 'eip155')) return undefined
  const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
  return ids.includes(active) ? [active, ...ids.filter((id) => id !== active)] : ids
}

function authenticationParams(
  { domain, uri, nonce, statement, resources, expirationTime, notBefore }: AuthenticationRequest,
  chains: string[],
): AuthTypes.SessionAuthenticateParams {
  return {
    chains,
    domain,
    uri,
    nonce,
    methods: [...AUTHENTICATION_METHODS],
    ...(statement !== undefined && { statement }),
    ...(resources && { resources: [...resources] }),
    ...(expirationTime && { exp: expirationTime }),
    ...(notBefore && { nbf: notBefore }),
  }
}

export interface ProposalContext {
  readonly offer: Offer
  readonly networks: readonly Network[]
  readonly activeNetworkId: CaipNetworkId
}

/** Proposes a session to the relay, with or without a message signed in the same step (chains.md §4.2, §7.7). */
export async function propose(
  client: Client,
  { authenticate }: PrepareOptions,
  { offer, networks, activeNetworkId }: ProposalContext,
): Promise<Proposal> {
  const chains = authenticate && chainsToSign(networks, activeNetworkId)
  if (!authenticate || !chains) {
    const { uri, approval } = await client.connect({ optionalNamespaces: proposalOf(offer) })
    return { uri: uriOf(uri), agreed: async () => ({ session: await approval() }) }
  }
  const { requestId, issuedAt: iat } = authenticate
  const params = authenticationParams(authenticate, chains)
  signAlso(client, params.nonce, { ...(requestId && { requestId }), ...(iat && { iat }) })
  const { uri, response } = await client.authenticate(params)
  return {
    uri: uriOf(uri),
    async agreed() {
      const { auths, session } = await response().catch(async (error) => {
        const unsigned = isUnverified(error) ? await sessionOf(client, uri) : undefined
        if (!unsigned) throw error
        return { auths: undefined, session: unsigned }
      })
      if (!session) throw new Error('the wallet has signed and opened no session')
      return { session, ...(auths?.length && { cacaos: auths }) }
    },
  }
}

/** Without its vendor, the client cannot verify signatures of contract wallets (EIP-1271), but the session exists. */
const isUnverified = (error: unknown): boolean =>
  String((error as { message?: unknown } | null)?.message).includes('Signature verification failed')

const SESSION_WAIT_MS = 3_000
const SESSION_POLL_MS = 20

/** After a failed verification, the client still creates the session, but does not report it. */
async function sessionOf(client: Client, uri: string): Promise<SessionTypes.Struct | undefined> {
  const [topic] = uri.replace(/^wc:/, '').split('@')
  const until = Date.now() + SESSION_WAIT_MS
  while (Date.now() < until) {
    const session = client.session.getAll().find(({ pairingTopic }) => pairingTopic === topic)
    if (session) return session
    await new Promise((resolve) => setTimeout(resolve, SESSION_POLL_MS))
  }
  return undefined
}

function uriOf(uri: string | undefined): string {
  if (!uri) throw new Error('the client has made no pairing')
  return uri
}

/** `did:pkh:eip155:1:0x…` */
const ISSUER = /^did:pkh:(?=eip155:)/

/** The messages that a wallet has signed while pairing, with the texts as shown. Unreadable ones are left out. */
export function signedOf(client: Client, cacaos: readonly AuthTypes.Cacao[]): SignedCacao[] {
  const read = (cacao: AuthTypes.Cacao): SignedCacao => {
    const { iss } = cacao.p
    const caipAddress = iss.replace(ISSUER, '')
    parseCaipAddress(caipAddress)
    const message = client.formatAuthMessage({ request: cacao.p, iss })
    return { caipAddress, message, signature: cacao.s.s, cacao }
  }
  return cacaos.flatMap((cacao) => safely(() => read(cacao)) ?? [])
}
