import { IMAGE_PATH } from '@portico/contracts/services/nfts'
import { readSource, type SourceRules } from './readSource.ts'

/** Servers and proxies accept a request line of up to 8 kB. */
const PATH_MAX_CHARACTERS = 7_500

/**
 * The address on this service of an external image: a page never loads it directly, because a third party would learn
 * who looks at what. Includes the project, so that it works in an `<img>`.
 * @returns undefined if the service would refuse it, or it would not fit into a request
 */
export function imagePath(address: string, projectId: string, rules: SourceRules): string | undefined {
  if (!readSource(address, rules)) return undefined
  const pathOf = (text: string) => `${IMAGE_PATH}?url=${encodeURIComponent(text)}&projectId=${projectId}`
  // Encoding makes it even longer.
  const path = address.length < PATH_MAX_CHARACTERS ? pathOf(address) : undefined
  if (path && path.length <= PATH_MAX_CHARACTERS) return path
  return rules.kept && /^\s*data:/i.test(address) ? pathOf(rules.kept.keep(address)) : undefined
}
