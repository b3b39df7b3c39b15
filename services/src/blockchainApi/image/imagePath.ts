import { IMAGE_PATH } from '@portico/contracts/services/nfts'
import { readSource, type SourceRules } from './readSource.ts'

/** Servers and proxies read the line of a request up to 8 kB. */
const PATH_MAX_CHARACTERS = 7_500

/**
 * Where this service answers with an image that lies elsewhere: a page never asks there itself, which would tell a stranger
 * who looks at what. The project is in it, so that it can stand in an `<img>`.
 * @returns undefined for what the service would not ask, or would not fit into a request
 */
export function imagePath(address: string, projectId: string, rules: SourceRules): string | undefined {
  if (!readSource(address, rules)) return undefined
  const pathOf = (text: string) => `${IMAGE_PATH}?url=${encodeURIComponent(text)}&projectId=${projectId}`
  // Encoded it is longer still.
  const path = address.length < PATH_MAX_CHARACTERS ? pathOf(address) : undefined
  if (path && path.length <= PATH_MAX_CHARACTERS) return path
  return rules.kept && /^\s*data:/i.test(address) ? pathOf(rules.kept.keep(address)) : undefined
}
