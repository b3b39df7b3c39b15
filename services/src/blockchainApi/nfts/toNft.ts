import type { CaipNetworkId } from '@portico/contracts'
import type { Nft } from '@portico/contracts/services/nfts'
import { NAME_MAX_CHARACTERS } from '@portico/contracts/services/wireText'
import { imagePath } from '../image/imagePath.ts'
import type { SourceRules } from '../image/readSource.ts'
import { isSpam } from './isSpam.ts'
import type { FoundNft } from './nft.ts'

/** What is not seen, and what turns the direction of what stands around it. */
const NOT_SHOWN = /[\p{Cc}\p{Co}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A collection calls itself what it likes, at any length. */
function shown(name: string | undefined): string | undefined {
  const text = name?.replace(NOT_SHOWN, '').trim()
  if (!text) return undefined
  if (text.length <= NAME_MAX_CHARACTERS) return text
  // Not through the middle of a character.
  return text
    .slice(0, NAME_MAX_CHARACTERS - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .concat('…')
}

export const toNft = (found: FoundNft, caipNetworkId: CaipNetworkId, projectId: string, rules: SourceRules): Nft => ({
  contract: `${caipNetworkId}:${found.contract}`,
  id: found.id,
  name: shown(found.name),
  collection: shown(found.collection),
  image: found.image && imagePath(found.image, projectId, rules),
  isSpam: isSpam(found),
})
