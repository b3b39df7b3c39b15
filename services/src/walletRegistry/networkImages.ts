import { registryNetworks } from './registryNetworks.ts'

/** The chains that `npm start` runs, beside the networks of `data/networks.json`. */
const LOCAL_CHAINS = ['eip155:31337', 'eip155:31338']

/** services.md §17.3: networks that later clients ask for and the data does not have. */
const OTHER_IMAGES: readonly (readonly [imageId: string, icon: string])[] = [
  ['20f673c0-095e-49b2-07cf-eb5049dcf600', 'ton'],
  ['3502bb86-cc4e-420f-a387-59ea63a28b00', 'tron'],
]

const withIcon = registryNetworks.flatMap(({ icon, ...network }) => (icon ? [{ ...network, icon }] : []))

/** The icon of a network by its CAIP-2 id. */
export const iconByNetwork: ReadonlyMap<string, string> = new Map([
  ...withIcon.map(({ caip2, icon }) => [caip2, icon] as const),
  ...LOCAL_CHAINS.map((caip2) => [caip2, 'ethereum'] as const),
])

/** services.md §17.3: the icon of a network by its image id. The networks of one family may share it. */
export const iconByImage: ReadonlyMap<string, string> = new Map([
  ...withIcon.flatMap(({ image_id, icon }) => (image_id ? [[image_id, icon] as const] : [])),
  ...OTHER_IMAGES,
])
