import type { CaipNetworkId } from '@portico/contracts'
import { registryNetworks } from '../../walletRegistry/registryNetworks.ts'

const names: ReadonlyMap<string, string> = new Map(registryNetworks.map(({ caip2, name }) => [caip2, name]))

/** As the registry calls it; a network of somebody's own by its id. */
export const networkName = (caipNetworkId: CaipNetworkId): string => names.get(caipNetworkId) ?? caipNetworkId
