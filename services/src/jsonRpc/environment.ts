import { integer, maxValue, minValue, optional, pipe, rawTransform, regex, string, transform } from 'valibot'
import { DEFAULT_REQUESTS_PER_SECOND } from './limits.ts'
import { parseUpstreamList, type UpstreamList } from './upstreamList.ts'

const UPSTREAMS =
  'must be a list like eip155:1=https://<url>,https://<url>;solana:<reference>=https://<url> that names each chain once'
const RATE = 'must be a whole number from 1 to 1000000'

const Upstreams = pipe(
  string(),
  rawTransform(({ dataset, addIssue, NEVER }) => {
    const list = parseUpstreamList(dataset.value)
    if (list) return list
    addIssue({ message: UPSTREAMS })
    return NEVER
  }),
)

/**
 * The environment variables of this service, for `environment.ts` of the process; their messages define the formats.
 */
export const jsonRpcEnvironment = {
  RPC_UPSTREAMS: optional(Upstreams),
  RPC_REQUESTS_PER_SECOND: optional(
    pipe(string(), regex(/^\d{1,7}$/, RATE), transform(Number), integer(RATE), minValue(1, RATE), maxValue(1e6, RATE)),
    String(DEFAULT_REQUESTS_PER_SECOND),
  ),
}

export interface JsonRpcOptions {
  readonly upstreams: UpstreamList
  /** Per project, averaged over several seconds. */
  readonly requestsPerSecond: number
}

/** Without upstreams there is no JSON-RPC, and nothing to limit. */
export const jsonRpcOptions = (values: {
  readonly RPC_UPSTREAMS?: UpstreamList | undefined
  readonly RPC_REQUESTS_PER_SECOND: number
}): JsonRpcOptions | undefined =>
  values.RPC_UPSTREAMS && { upstreams: values.RPC_UPSTREAMS, requestsPerSecond: values.RPC_REQUESTS_PER_SECOND }
