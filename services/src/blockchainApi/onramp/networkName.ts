import type { CaipNetworkId } from '@portico/contracts'
import { registryNetworks } from '../../walletRegistry/registryNetworks.ts'

const names: ReadonlyMap<string, string> = new Map(registryNetworks.map(({ caip2, name }) => [caip2, name]))

/** The name in the registry, or the id of an unknown network. */
export const networkName = (caipNetworkId: CaipNetworkId): string => names.get(caipNetworkId) ?? caipNetworkId
