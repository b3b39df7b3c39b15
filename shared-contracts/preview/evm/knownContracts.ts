import { type CaipNetworkId, parseCaipNetworkId } from '../../src/caip.ts'
import type { ContractRole, PreviewContext } from '../context.ts'
import { knownDescriptors } from './descriptors/knownDescriptors.ts'
import { EXCHANGES } from './exchanges.ts'
import { KNOWN_TOKENS, NAME_REGISTRARS } from './knownTokens.ts'
import { ENTRY_POINT, SAFE } from './smartAccountContracts.ts'
import { UNISWAP_ROUTERS } from './uniswapRouters.ts'
import { WRAPPED_COINS } from './wrappedCoins.ts'

interface Contract {
  readonly address: string
  readonly name: string
  readonly role?: ContractRole
}

/** These addresses are derived from the contracts' code, so only the named contract can be there. */
const EVERYWHERE: readonly Contract[] = [
  { address: '0x000000000022d473030f116ddee9f6b43ac78ba3', name: 'Permit2' },
  // zkSync and its forks
  { address: '0x0000000000225e31d15943971f47ad3022f714fa', name: 'Permit2' },
  { address: SAFE.singleton, name: 'Safe 1.4.1' },
  { address: SAFE.proxyFactory, name: 'Safe factory' },
  { address: SAFE.multiSendCallOnly, name: 'Safe MultiSend' },
  { address: '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526', name: 'Safe MultiSend' },
  { address: SAFE.module, name: 'Safe module for ERC-4337' },
  { address: SAFE.moduleSetup, name: 'Safe module setup' },
  { address: ENTRY_POINT, name: 'EntryPoint 0.7' },
]

const MULTICALL3: Contract = { address: '0xca11bde05977b3631167028862be2a173976ca11', name: 'Multicall3' }
/** Known networks where Multicall3 has another or an unknown address. */
const WITHOUT_MULTICALL3: readonly string[] = ['50', '232', '300', '324', '1030', '1135', '2741']

const all = (addresses: readonly string[] = [], name: string, role?: ContractRole): readonly Contract[] =>
  addresses.map((address) => ({ address, name, ...(role && { role }) }))

function contractsOf(caipNetworkId: CaipNetworkId, isPublic: boolean): readonly Contract[] {
  const { reference } = parseCaipNetworkId(caipNetworkId)
  const { v2, v3, universal, laterUniversal } = UNISWAP_ROUTERS.get(reference) ?? {}
  const [symbol, wrapped] = WRAPPED_COINS.get(reference) ?? []
  const hasMulticall3 = isPublic && !WITHOUT_MULTICALL3.includes(reference)
  return [
    ...EVERYWHERE,
    ...(hasMulticall3 ? [MULTICALL3] : []),
    ...(symbol && wrapped ? all([wrapped], symbol, 'wrappedNative') : []),
    ...(reference === '1' ? all(NAME_REGISTRARS, 'ENS registrar', 'nameRegistrar') : []),
    ...EXCHANGES.filter(({ networks }) => !networks || (isPublic && networks.includes(reference))),
    ...all(v2 ? [v2] : [], 'Uniswap V2 Router', 'router'),
    ...all(v3, 'Uniswap V3 Router', 'router'),
    ...all(universal, 'Uniswap Universal Router', 'router'),
    ...all(laterUniversal, 'Uniswap Universal Router'),
  ]
}

/**
 * The known contracts of an EVM network, from lists that no page can change.
 * @param isPublic true for a well-known network, false for one that the page defines
 */
export function knownContracts(
  caipNetworkId: CaipNetworkId,
  isPublic: boolean,
): Required<Pick<PreviewContext, 'names' | 'roles' | 'genuine' | 'descriptors'>> {
  const found = contractsOf(caipNetworkId, isPublic).map((one) => ({ ...one, address: one.address.toLowerCase() }))
  return {
    names: Object.fromEntries(found.map(({ address, name }) => [address, name])),
    genuine: (isPublic && KNOWN_TOKENS.get(parseCaipNetworkId(caipNetworkId).reference)) || {},
    descriptors: isPublic ? knownDescriptors(caipNetworkId) : [],
    roles: Object.fromEntries(found.flatMap(({ address, role }) => (role ? [[address, role] as const] : []))),
  }
}
