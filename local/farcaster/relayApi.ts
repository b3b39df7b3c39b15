import { Hono } from 'hono'
import { cors } from 'hono/cors'
import {
  boolean,
  type GenericSchema,
  type InferOutput,
  integer,
  maxLength,
  number,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot'
import type { Channels } from './channels.ts'

const Text = pipe(string(), maxLength(2_048))

const ChannelRequest = object({
  siweUri: Text,
  domain: pipe(Text, regex(/^[a-z0-9.-]+(:\d+)?$/i)),
  nonce: optional(pipe(Text, regex(/^[a-z0-9]{8,}$/i))),
  notBefore: optional(Text),
  expirationTime: optional(Text),
  requestId: optional(Text),
  redirectUrl: optional(Text),
  acceptAuthAddress: optional(boolean(), false),
})

const Answer = object({
  message: pipe(string(), maxLength(8_192)),
  signature: pipe(string(), regex(/^0x[a-f0-9]{130}$/i)),
  fid: pipe(number(), integer()),
  username: optional(Text),
  bio: optional(Text),
  displayName: optional(Text),
  pfpUrl: optional(Text),
})

/** The key for answering; at the public relay, a secret of the phone apps. */
const RELAY_KEY_HEADER = 'x-farcaster-auth-relay-key'

export interface RelayOptions {
  readonly channels: Channels
  /** The URL to which phones are sent. */
  readonly appUrl: string
  readonly key: string
}

async function readJson<S extends GenericSchema>(request: Request, schema: S): Promise<InferOutput<S> | undefined> {
  const body: unknown = await request.json().catch(() => undefined)
  const { success, output } = safeParse(schema, body)
  return success ? output : undefined
}

/** The relay of Farcaster's sign-in (FIP-11), with the public relay's API. */
export function relayApi({ channels, appUrl, key }: RelayOptions): Hono {
  const tokenOf = (header: string | undefined) => /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? ''
  const unauthorized = { error: 'Unauthorized' }

  return new Hono()
    .use(cors())
    .post('/v1/channel', async (c) => {
      const options = await readJson(c.req.raw, ChannelRequest)
      if (!options) return c.json({ error: 'Validation error' }, 400)
      const { token, nonce } = channels.open(options)
      const url = `${appUrl}?${new URLSearchParams({ channelToken: token })}`
      return c.json({ channelToken: token, url, connectUri: url, nonce }, 201)
    })
    .get('/v1/channel/status', (c) => {
      const token = tokenOf(c.req.header('authorization'))
      const channel = channels.read(token)
      if (!channel) return c.json(unauthorized, 401)
      const { request, signedIn } = channel
      const { nonce, acceptAuthAddress } = request
      const common = { nonce, acceptAuthAddress, signatureParams: request }
      if (!signedIn) return c.json({ state: 'pending', ...common }, 202)
      channels.close(token) // delivered only once
      return c.json({ state: 'completed', ...common, ...signedIn, verifications: [] })
    })
    .post('/v1/channel/authenticate', async (c) => {
      if (c.req.header(RELAY_KEY_HEADER) !== key) return c.json(unauthorized, 401)
      const answer = await readJson(c.req.raw, Answer)
      if (!answer) return c.json({ error: 'Validation error' }, 400)
      const isTaken = channels.answer(tokenOf(c.req.header('authorization')), answer)
      return isTaken ? c.json({ state: 'completed', ...answer }, 201) : c.json(unauthorized, 401)
    })
}
