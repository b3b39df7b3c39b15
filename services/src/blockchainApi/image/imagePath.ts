import { IMAGE_PATH } from '@portico/contracts/services/nfts'
import { readSource, type SourceRules } from './readSource.ts'

/** Below the 8 kB that servers and proxies usually accept as a request line. */
const PATH_MAX_CHARACTERS = 7_500

/**
 * The address of an external image on this service. A page never loads the image directly, because a third party would
 * learn who looks at what. The address includes the project, so that it can be used in an `<img>`.
 * @returns undefined if the service would refuse the address, or if it is too long for a request
 */
export function imagePath(address: string, projectId: string, rules: SourceRules): string | undefined {
  if (!readSource(address, rules)) return undefined
  const pathOf = (text: string) => `${IMAGE_PATH}?url=${encodeURIComponent(text)}&projectId=${projectId}`
  // An address that is too long is not even encoded, because encoding would only make it longer.
  const path = address.length < PATH_MAX_CHARACTERS ? pathOf(address) : undefined
  if (path && path.length <= PATH_MAX_CHARACTERS) return path
  return rules.kept && /^\s*data:/i.test(address) ? pathOf(rules.kept.keep(address)) : undefined
}
