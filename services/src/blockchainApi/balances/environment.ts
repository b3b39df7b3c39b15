import type { ChainNamespace } from '@portico/contracts'
import { parseUpstreamList, type UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { parsed, type Values, variable } from '../../variables.ts'

/** A list in the format of `RPC_UPSTREAMS`. All of its chains must belong to the given family. */
export const upstreamsOf = (namespace: ChainNamespace) =>
  parsed<UpstreamList>((text) => {
    const list = parseUpstreamList(text)
    return list && [...list.keys()].every((id) => id.startsWith(`${namespace}:`)) ? list : undefined
  }, `must be a list like ${namespace}:<reference>=https://<url>,https://<url> that names each chain once`)

/** The environment variables of this part, which `environment.ts` of the process reads. */
export const balancesEnvironment = {
  ESPLORA_UPSTREAMS: variable(
    upstreamsOf('bip122'),
    'REST interfaces of [Esplora](https://github.com/Blockstream/esplora/blob/master/API.md) for balances and history on Bitcoin, in the format of `RPC_UPSTREAMS`, with the path before `/address`. Without one, a node scans for balances, and there is no history',
  ),
  BLOCKSCOUT_UPSTREAMS: variable(
    upstreamsOf('eip155'),
    'explorers with version 2 of Blockscout’s API for balances, history and collectibles of EVM chains: `eip155:1=https://eth.blockscout.com/api/v2?apikey=<key>`. Without one, the node answers for the known tokens. Secret if a URL contains a key',
  ),
}

export interface BalancesOptions {
  readonly esplora?: UpstreamList | undefined
  readonly blockscout?: UpstreamList | undefined
}

/** Without these options, balances come from the nodes, and only for the directory's tokens. */
export const balancesOptions = (values: Values<typeof balancesEnvironment>): BalancesOptions => ({
  esplora: values.ESPLORA_UPSTREAMS,
  blockscout: values.BLOCKSCOUT_UPSTREAMS,
})
