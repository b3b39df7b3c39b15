import { registryNetworks } from './registryNetworks.ts'

/** services.md §17.3: networks that later clients request and that are missing from the data. */
const OTHER_IMAGES: readonly (readonly [imageId: string, icon: string])[] = [
  ['20f673c0-095e-49b2-07cf-eb5049dcf600', 'ton'],
  ['3502bb86-cc4e-420f-a387-59ea63a28b00', 'tron'],
]

const withIcon = registryNetworks.flatMap(({ icon, ...network }) => (icon ? [{ ...network, icon }] : []))

const iconByNetwork: ReadonlyMap<string, string> = new Map(withIcon.map(({ caip2, icon }) => [caip2, icon]))

/** The icon for each family: the coin of its typical networks. */
const FAMILY_ICONS: ReadonlyMap<string, string> = new Map([
  ['eip155', 'ethereum'],
  ['solana', 'solana'],
  ['bip122', 'bitcoin'],
])

/**
 * Gives the icon of the network with a given CAIP-2 id.
 * @param own the networks for which the operator has nodes; an unknown network among them gets its family's icon
 */
export const createIconOfNetwork = (own: readonly string[]) => (caip2: string) =>
  iconByNetwork.get(caip2) ?? (own.includes(caip2) ? FAMILY_ICONS.get(caip2.slice(0, caip2.indexOf(':'))) : undefined)

/** services.md §17.3: network icons, keyed by image id. Networks of one family may share an image id. */
export const iconByImage: ReadonlyMap<string, string> = new Map([
  ...withIcon.flatMap(({ image_id, icon }) => (image_id ? [[image_id, icon] as const] : [])),
  ...OTHER_IMAGES,
])
