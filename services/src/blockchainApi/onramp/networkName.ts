import type { CaipNetworkId } from '@portico/contracts'
import { registryNetworks } from '../../walletRegistry/registryNetworks.ts'

const names: ReadonlyMap<string, string> = new Map(registryNetworks.map(({ caip2, name }) => [caip2, name]))

/** The registry's name; for an unknown network its id. */
export const networkName = (caipNetworkId: CaipNetworkId): string => names.get(caipNetworkId) ?? caipNetworkId
