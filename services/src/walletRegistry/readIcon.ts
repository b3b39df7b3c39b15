import { object, parse, string } from 'valibot'
import { type RegistryImage, svgImage } from './image.ts'

/** The folders of `@web3icons/core` (MIT). */
type IconSet = 'networks' | 'tokens' | 'wallets' | 'exchanges'

const IconModule = object({ default: string() })

/**
 * Reads the variant with its own background: the others cannot be seen on a light page or on a dark one.
 * @param name a name from our own data, never from a request, because it becomes part of a path
 * @throws Error if the set has no icon of that name
 */
export const readIcon = async (set: IconSet, name: string): Promise<RegistryImage> =>
  svgImage(parse(IconModule, await import(`@web3icons/core/svgs/${set}/background/${name}.svg.js`)).default)
