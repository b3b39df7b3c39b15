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
import type { OneClick } from '../connections/oneClick.ts'
import { snackHidden, snackShown } from '../feedbackSlice.ts'
import type { HostServices } from '../hostServices.ts'
import type { AuthenticationRequest, SignedCacao } from '../pairing/pairedWallets.ts'
import type { RootState, ShellStore } from '../store.ts'
import { ask } from './ask.ts'
import { createMessage, optional, type PlugIn, type Queue } from './plugIn.ts'
import { liveIn } from './signOut.ts'
import { selectWantsCapture } from './siwxSlice.ts'

/** The address until the wallet answers (public-api.md §11). Repeated here, because its own module imports schemas. */
const PLACEHOLDER: typeof ACCOUNT_ADDRESS_PLACEHOLDER = '<<AccountAddress>>'

interface OneClickContext {
  readonly siwx: PlugIn
  readonly queue: Queue
  readonly store: Pick<ShellStore, 'getState' | 'dispatch'>
  readonly track: HostServices['track']
}

/** Short, because showing the QR code soon, and connecting, matter more than saving a click. */
const MESSAGE_PATIENCE_MS = 5_000

/** The sessions of accounts that stay connected beside the paired one. Setting sessions without these drops them. */
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

/** Signs in on the click that connects a paired wallet (chains.md §7.7) or the embedded one (secure-frame.md §12.1). */
export function createOneClick({ siwx, queue, store, track }: OneClickContext): OneClick {
  return {
    /**
     * The message for a wallet to sign while pairing. Undefined if the page has networks outside EVM, for which no
     * wallet signs in this way, or if the site's plug-in cannot create a message without an address.
     */
    async request() {
      const state = store.getState()
      if (selectNetworks(state).some(({ chainNamespace }) => chainNamespace !== 'eip155')) return undefined
      try {
        // A wallet that pairs can neither sign in the plug-in's own way nor know the visitor's email address.
        if (siwx.signMessage || selectWantsCapture(state)) return undefined
        const who = { chainId: selectActiveNetworkId(state), accountAddress: PLACEHOLDER }
        return requestOf(await ask(() => siwx.createMessage(who), MESSAGE_PATIENCE_MS))
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

    async requestEmbedded(chainId) {
      const isCaptured = selectWantsCapture(store.getState())
      // A wallet cannot create a signature that the plug-in creates itself.
      if (isCaptured || !chainId.startsWith('eip155:') || optional(siwx, 'signMessage')) return undefined
      const who = { chainId, address: PLACEHOLDER }
      return ask(() => createMessage(siwx, who), MESSAGE_PATIENCE_MS).catch(() => undefined)
    },

    async acceptEmbedded(session) {
      try {
        await queue.run(() => siwx.addSession(session))
        track('SIWX_AUTH_SUCCESS', { network: session.data.chainId })
      } catch (error) {
        console.error('[portico]', error) // the visitor is asked to sign later, and then sees the error
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

/** Converts a signed message to a session at the site. */
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
