import type { Network } from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import { ACCOUNT_ADDRESS_PLACEHOLDER, SiwxMessage } from '@portico/contracts/embeddedWallet/siwxMessage'
import { type InferOutput, safeParse } from 'valibot'
import type { HostServices } from '../hostServices.ts'

type Message = InferOutput<typeof SiwxMessage>
type User = Pick<Answer<'GET_USER'>, 'address' | 'chainId' | 'message' | 'signature' | 'siwxMessage'>

/** The site's sign-in, as part of a login. */
interface SignInOnce {
  /** To be added to the payload of GET_USER or CONNECT_SOCIAL. */
  readonly payload: { readonly siwxMessage: Message }
  /** Stores the session if the wallet has signed exactly the requested message. Never rejects. */
  accept(user: User): Promise<void>
}

const FIELDS = (Object.keys(SiwxMessage.entries) as (keyof Message)[]).filter((name) => name !== 'serializedMessage')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Prepares a one-click sign-in (secure-frame.md §12.1): the site's message is sent along with the login, and comes back
 * signed, with the account filled in.
 * @returns undefined if the site has no sign-in, or one that this wallet cannot sign in this way; then the sign-in view
 *   follows
 */
export async function prepareSignIn(
  { oneClick }: Pick<HostServices, 'oneClick'>,
  { caipNetworkId }: Pick<Network, 'caipNetworkId'>,
): Promise<SignInOnce | undefined> {
  const site = await oneClick()
  const message = await site?.requestEmbedded(caipNetworkId)
  if (!site || !message) return undefined
  const { data, text } = message
  // The schema removes fields that the wire format does not have: the frame would refuse a request with them.
  const { success, output: requested } = safeParse(SiwxMessage, { ...data, serializedMessage: text })
  if (!success) return undefined

  return {
    payload: { siwxMessage: requested },
    async accept({ address, chainId, message: signed, signature, siwxMessage }) {
      if (signed === undefined || !signature || !siwxMessage) return
      const expected: Message = { ...requested, accountAddress: address }
      const isOurs =
        chainId === requested.chainId &&
        signed === text.replaceAll(ACCOUNT_ADDRESS_PLACEHOLDER, () => address) &&
        FIELDS.every((name) => isSame(siwxMessage[name], expected[name]))
      if (!isOurs) return
      await site.acceptEmbedded({ data: { ...data, accountAddress: address }, message: signed, signature })
    },
  }
}
