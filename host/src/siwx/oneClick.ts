import {
  type Cacao,
  parseCaipAddress,
  type SIWXMessage,
  type SIWXMessageData,
  type SIWXSession,
  selectActiveNetworkId,
  selectNetworks,
} from '@portico/contracts'
import type { ACCOUNT_ADDRESS_PLACEHOLDER } from '@portico/contracts/embeddedWallet/siwxMessage'
import type { PairingOneClick } from '../connections/oneClick.ts'
import { snackHidden, snackShown } from '../feedbackSlice.ts'
import type { HostServices } from '../hostServices.ts'
import type { AuthenticationRequest, SignedCacao } from '../pairing/pairedWallets.ts'
import type { RootState, ShellStore } from '../store.ts'
import { ask } from './ask.ts'
import { liveIn } from './endedConnections.ts'
import type { PlugIn, Queue } from './plugIn.ts'
import { selectWantsCapture } from './siwxSlice.ts'

/**
 * Stands for the address that is not known before the wallet has answered (public-api.md §11). As a literal: the file that
 * says so brings schemas along, which only the embedded wallet needs.
 */
export const PLACEHOLDER: typeof ACCOUNT_ADDRESS_PLACEHOLDER = '<<AccountAddress>>'

export interface OneClickParts {
  readonly siwx: PlugIn
  readonly queue: Queue
  readonly store: Pick<ShellStore, 'getState' | 'dispatch'>
  readonly track: HostServices['track']
}

/** A QR code is worth more than one press saved. */
const NONCE_PATIENCE_MS = 5_000

/** Sessions of accounts that stay connected beside the one that is paired: they are replaced by themselves. */
async function otherSessions(siwx: PlugIn, state: RootState, signed: readonly SIWXSession[]): Promise<SIWXSession[]> {
  const others = liveIn(state).flatMap(({ namespace, addresses }) =>
    selectNetworks(state)
      .filter(({ chainNamespace }) => chainNamespace === namespace)
      .flatMap(({ caipNetworkId }) => addresses.map((address) => ({ chainId: caipNetworkId, address }))),
  )
  const isSigned = (one: (typeof others)[number]) =>
    signed.some(
      ({ data }) => data.chainId === one.chainId && data.accountAddress.toLowerCase() === one.address.toLowerCase(),
    )
  const kept = await Promise.all(
    others
      .filter((one) => !isSigned(one))
      .map(({ chainId, address }) => ask(() => siwx.getSessions(chainId, address)).catch(() => [])),
  )
  return kept.flat()
}

/** Signing in while pairing, with one press in the wallet (chains.md §7.7). */
export function createOneClick({ siwx, queue, store, track }: OneClickParts): PairingOneClick {
  return {
    /**
     * What a wallet is asked to sign while it pairs; undefined where a page has networks of other families than EVM, which
     * no wallet signs for in this way, or where the site's plug-in makes no message without an address.
     */
    async request() {
      const state = store.getState()
      if (selectNetworks(state).some(({ chainNamespace }) => chainNamespace !== 'eip155')) return undefined
      try {
        // A signature of the plug-in's own cannot come out of a pairing, nor can a message that an address is to be in.
        if (siwx.signMessage || selectWantsCapture(state)) return undefined
        const who = { chainId: selectActiveNetworkId(state), accountAddress: PLACEHOLDER }
        return requestOf(await ask(() => siwx.createMessage(who), NONCE_PATIENCE_MS))
      } catch {
        return undefined
      }
    },

    /** @throws whatever the site's plug-in throws */
    async accept(signed) {
      store.dispatch(snackShown({ variant: 'loading', key: 'host.siwx.authenticating' }))
      try {
        const sessions = signed.map(sessionOf)
        await queue.run(async () =>
          siwx.setSessions([...sessions, ...(await otherSessions(siwx, store.getState(), sessions))]),
        )
        track('SIWX_AUTH_SUCCESS', { network: sessions[0]?.data.chainId })
      } finally {
        store.dispatch(snackHidden())
      }
    },
  }
}

function requestOf(message: SIWXMessage): AuthenticationRequest {
  const { domain, uri, nonce, statement, requestId, resources, issuedAt, expirationTime, notBefore } = message
  return {
    domain,
    uri,
    nonce,
    ...(statement && { statement }),
    ...(requestId && { requestId }),
    ...(resources && { resources }),
    ...(issuedAt && { issuedAt }),
    ...(expirationTime && { expirationTime }),
    ...(notBefore && { notBefore }),
  }
}

/** A signed message as a session of the site. */
function sessionOf({ caipAddress, message, signature, cacao }: SignedCacao): SIWXSession {
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
