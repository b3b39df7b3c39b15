import { parsed, type Values, withDefault } from '../../variables.ts'

/** The gateway of the Interplanetary Shipyard, which anybody may use. */
const PUBLIC_GATEWAY = 'https://ipfs.io/ipfs/'

/** @returns undefined if `text` is malformed */
function parseGateway(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/') ? url : undefined
}

/** The environment variable of this part, which `environment.ts` of the process reads. */
export const imageEnvironment = {
  IPFS_GATEWAY: withDefault(
    PUBLIC_GATEWAY,
    parsed(parseGateway, 'must be the URL before a CID, with a slash at its end, like https://<host>/ipfs/'),
    'the gateway for pictures with an `ipfs:` address; it may be in a private network',
  ),
}

export interface ImageOptions {
  readonly gateway: URL
}

export const DEFAULT_IMAGE_OPTIONS: ImageOptions = { gateway: new URL(PUBLIC_GATEWAY) }

export const imageOptions = (values: Values<typeof imageEnvironment>): ImageOptions => ({
  gateway: values.IPFS_GATEWAY,
})
