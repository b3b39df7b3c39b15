import { RESULT_URI_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { WebAddressText } from '@portico/contracts/services/wireText'
import { literal, maxLength, minLength, nullish, object, pipe, regex, safeParse, string, unknown } from 'valibot'
import type { AskProvider } from '../social/askProvider.ts'
import { refused, unavailable } from '../social/failure.ts'

/** FIP-11, "Connect": https://github.com/farcasterxyz/protocol/discussions/110 */
const ChannelAnswer = object({
  channelToken: pipe(string(), minLength(1), maxLength(512), regex(/^[\x21-\x7e]+$/)),
  url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)),
})
const Completed = object({
  state: literal('completed'),
  message: pipe(string(), maxLength(8_192)),
  signature: pipe(string(), regex(/^0x[a-f0-9]{130}$/i)),
  /** For display only: the relay does not prove the name. */
  username: nullish(unknown()),
})

export interface SignInRequest {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
}

export interface SignedIn {
  readonly message: string
  readonly signature: `0x${string}`
  readonly username: unknown
}

/** @throws SocialFailure `unavailable` */
export async function openChannel(
  ask: AskProvider,
  relayUrl: string,
  request: SignInRequest,
): Promise<{ readonly channelToken: string; readonly url: string }> {
  const { status, body } = await ask(`${relayUrl}/v1/channel`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...request, acceptAuthAddress: true }),
  })
  const read = safeParse(ChannelAnswer, body)
  if (status >= 300 || !read.success) throw unavailable(`relay: status ${status}`)
  return read.output
}

/**
 * The signed consent; undefined while there is none. The relay delivers a consent only once.
 * @throws SocialFailure `refused` for a closed channel, `unavailable`
 */
export async function readChannel(
  ask: AskProvider,
  relayUrl: string,
  channelToken: string,
): Promise<SignedIn | undefined> {
  const headers = { Authorization: `Bearer ${channelToken}` }
  const { status, body } = await ask(`${relayUrl}/v1/channel/status`, { headers })
  if (status === 202) return undefined
  if (status === 401 || status === 404) throw refused('relay: channel')
  const read = safeParse(Completed, body)
  if (status !== 200 || !read.success) throw unavailable(`relay: status ${status}`)
  const { message, signature, username } = read.output
  return { message, signature: signature as `0x${string}`, username }
}
