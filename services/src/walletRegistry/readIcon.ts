import { object, parse, string } from 'valibot'
import { type RegistryImage, svgImage } from './image.ts'

/** The folders of `@web3icons/core` (MIT). */
type IconSet = 'networks' | 'tokens' | 'wallets' | 'exchanges'

const IconModule = object({ default: string() })

/**
 * The variant with its own background: the others vanish on a light or on a dark page.
 * @param name from our own data, never from a request: it becomes part of a path
 * @throws Error if the set has no icon of that name
 */
export const readIcon = async (set: IconSet, name: string): Promise<RegistryImage> =>
  svgImage(parse(IconModule, await import(`@web3icons/core/svgs/${set}/background/${name}.svg.js`)).default)
