import { optional, pipe, rawTransform, string } from 'valibot'

/** Of the Interplanetary Shipyard, for public use. */
const PUBLIC_GATEWAY = 'https://ipfs.io/ipfs/'

const Gateway = pipe(
  string(),
  rawTransform<string, URL>(({ dataset, addIssue, NEVER }) => {
    const url = URL.canParse(dataset.value) ? new URL(dataset.value) : undefined
    if (url && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/')) return url
    addIssue({ message: 'must be the URL before a CID, with a slash at its end, like https://<host>/ipfs/' })
    return NEVER
  }),
)

/** The environment variable of this part, for `environment.ts` of the process. */
export const imageEnvironment = {
  /** The gateway for `ipfs:`. It may be in a private network: the operator has chosen it. */
  IPFS_GATEWAY: optional(Gateway, PUBLIC_GATEWAY),
}

export interface ImageOptions {
  readonly gateway: URL
}

export const DEFAULT_IMAGE_OPTIONS: ImageOptions = { gateway: new URL(PUBLIC_GATEWAY) }

export const imageOptions = (values: { readonly IPFS_GATEWAY: URL }): ImageOptions => ({ gateway: values.IPFS_GATEWAY })
