import type { Cacao } from '@portico/contracts'
import { formatMessage as format } from '../messages/formatMessage.ts'

/** The argument of a `siweConfig`'s `createMessage`. */
export interface SIWECreateMessageArgs extends Omit<SIWEMessageParams, 'chains'> {
  readonly chainId: number
  /** `did:pkh:<caip-10>` */
  readonly address: string
  readonly nonce: string
  readonly version: '1'
  readonly iat: string
  readonly chains?: readonly number[]
}

export interface SIWEMessageParams {
  readonly domain: string
  readonly uri: string
  readonly chains: readonly number[]
  readonly statement?: string
  readonly iat?: string
  readonly nbf?: string
  readonly exp?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** `did:pkh:eip155:<chain id>:<address>`, or the CAIP-10 part alone. @returns the chain number; `''` if there is none */
export const getDidChainId = (iss: string): string => iss.split(':').at(-2) ?? ''

export const getDidAddress = (iss: string): string => iss.split(':').at(-1) ?? ''

type Payload = Partial<Omit<Cacao['p'], 'iss'>> & { readonly uri?: string }

/**
 * The EIP-4361 text for a CACAO payload or for `createMessage`'s argument.
 * @param iss `did:pkh:eip155:<chain id>:<address>`
 * @throws SIWXError `siwx.invalidMessage`
 */
export function formatMessage(payload: Payload, iss: string): string {
  return format({
    accountAddress: getDidAddress(iss),
    chainId: `eip155:${getDidChainId(iss)}`,
    domain: payload.domain ?? '',
    uri: payload.aud ?? payload.uri ?? '',
    version: payload.version ?? '1',
    nonce: payload.nonce ?? '',
    issuedAt: payload.iat,
    expirationTime: payload.exp,
    notBefore: payload.nbf,
    requestId: payload.requestId,
    resources: payload.resources,
    statement: payload.statement || undefined,
  })
}

/** The first EVM address in a message; `''` if there is none. */
export const getAddressFromMessage = (message: string): string => /0x[0-9a-fA-F]{40}/.exec(message)?.[0] ?? ''

/** A message's network as a CAIP-2 id; `''` if there is none. */
export const getChainIdFromMessage = (message: string): string => {
  const [, id] = /^Chain ID: (?:eip155:)?(\d+)$/m.exec(message) ?? []
  return id === undefined ? '' : `eip155:${id}`
}
