import { parsed, type Values, variable, wholeNumber, withDefault } from '../variables.ts'
import { DEFAULT_REQUESTS_PER_SECOND } from './limits.ts'
import { parseUpstreamList, type UpstreamList } from './upstreamList.ts'

const UPSTREAMS =
  'must be a list like eip155:1=https://<url>,https://<url>;solana:<reference>=https://<url> that names each chain once'

/** The environment variable of the nodes, which several services use. */
export const nodesEnvironment = {
  RPC_UPSTREAMS: variable(
    parsed(parseUpstreamList, UPSTREAMS),
    'the nodes of each chain; see [below](#nodes-of-the-chains). Secret if a URL contains a key',
    'no chain works',
  ),
}

/** The environment variables of this service alone. */
export const jsonRpcEnvironment = {
  RPC_REQUESTS_PER_SECOND: withDefault(
    String(DEFAULT_REQUESTS_PER_SECOND),
    wholeNumber(1, 1_000_000),
    'the limit per project, averaged over five seconds; one client gets a quarter of it. Each entry of a batch and each 100 kB count. Further requests are answered with 429',
  ),
}

export interface JsonRpcOptions {
  readonly upstreams: UpstreamList
  /** Per project, averaged over several seconds. */
  readonly requestsPerSecond: number
}

/** @returns undefined without upstreams: then there is no JSON-RPC service */
export const jsonRpcOptions = (
  values: Values<typeof nodesEnvironment & typeof jsonRpcEnvironment>,
): JsonRpcOptions | undefined =>
  values.RPC_UPSTREAMS && { upstreams: values.RPC_UPSTREAMS, requestsPerSecond: values.RPC_REQUESTS_PER_SECOND }
