import {
  type Cacao,
  parseCaipAddress,
  type SIWXConfig,
  type SIWXMessageData,
  type SIWXSession,
  selectActiveNetworkId,
  selectNetworks,
} from '@portico/contracts'
import type { AuthenticationRequest, SignedCacao } from '../pairedWallets.ts'
import type { RootState } from '../store.ts'

/** Stands for the address that is not known before the wallet has answered (public-api.md §11). */
const PLACEHOLDER = '<<AccountAddress>>'

/**
 * What a wallet is asked to sign while it pairs; undefined where a page has networks of other families than EVM, which no
 * wallet signs for in this way, or where the site's plug-in makes no message without an address.
 */
export async function authenticationRequest(
  siwx: SIWXConfig,
  state: RootState,
): Promise<AuthenticationRequest | undefined> {
  if (selectNetworks(state).some(({ chainNamespace }) => chainNamespace !== 'eip155')) return undefined
  // A signature of the plug-in's own cannot come out of a pairing.
  if (siwx.signMessage) return undefined
  try {
    const message = await siwx.createMessage({ chainId: selectActiveNetworkId(state), accountAddress: PLACEHOLDER })
    const { domain, uri, nonce, statement, resources, expirationTime, notBefore } = message
    return {
      domain,
      uri,
      nonce,
      ...(statement && { statement }),
      ...(resources && { resources }),
      ...(expirationTime && { expirationTime }),
      ...(notBefore && { notBefore }),
    }
  } catch {
    return undefined
  }
}

/** A signed message as a session of the site. */
export function sessionOf({ caipAddress, message, signature, cacao }: SignedCacao): SIWXSession {
  const { caipNetworkId, address } = parseCaipAddress(caipAddress)
  const { p } = cacao as Cacao
  const data: SIWXMessageData = {
    accountAddress: address,
    chainId: caipNetworkId,
    domain: p.domain ?? '',
    uri: p.aud,
    version: p.version,
    nonce: p.nonce,
    issuedAt: p.iat,
    ...(p.statement && { statement: p.statement }),
    ...(p.requestId && { requestId: p.requestId }),
    ...(p.resources && { resources: p.resources }),
    ...(p.exp && { expirationTime: p.exp }),
    ...(p.nbf && { notBefore: p.nbf }),
  }
  return { data, message, signature, cacao: cacao as Cacao }
}
