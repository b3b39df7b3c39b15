import { object, parse, string } from 'valibot'
import networks from '../../data/networks.json' with { type: 'json' }

/** The chains that `npm start` runs, beside the networks of `data/networks.json`. */
const LOCAL_CHAINS = ['eip155:31337', 'eip155:31338']

const withIcon = networks.flatMap(({ icon, ...network }) => (icon ? [{ ...network, icon }] : []))

const iconByNetwork: ReadonlyMap<string, string> = new Map([
  ...withIcon.map(({ caip2, icon }) => [caip2, icon] as const),
  ...LOCAL_CHAINS.map((caip2) => [caip2, 'ethereum'] as const),
])

/** services.md §17.3; the networks of one family may share an image. */
const iconByImage: ReadonlyMap<string, string> = new Map(
  withIcon.flatMap(({ image_id, icon }) => (image_id ? [[image_id, icon] as const] : [])),
)

const IconModule = object({ default: string() })

/** The variant on its own ground: the others vanish on a light or on a dark page. */
async function readIcon(icon: string | undefined): Promise<string | undefined> {
  if (!icon) return undefined
  return parse(IconModule, await import(`@web3icons/core/svgs/networks/background/${icon}.svg.js`)).default
}

/** @returns SVG, or undefined for an id that no network has */
export const networkImageById = (imageId: string) => readIcon(iconByImage.get(imageId))

/** @returns SVG, or undefined for a network without an icon */
export const networkImageByCaip2 = (caip2: string) => readIcon(iconByNetwork.get(caip2))
