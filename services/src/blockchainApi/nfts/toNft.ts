import type { CaipNetworkId } from '@portico/contracts'
import { DESCRIPTION_MAX_CHARACTERS, type Nft, type NftTrait, TRAITS_MAX } from '@portico/contracts/services/nfts'
import { NAME_MAX_CHARACTERS } from '@portico/contracts/services/wireText'
import { imagePath } from '../image/imagePath.ts'
import type { SourceRules } from '../image/readSource.ts'
import { isSpam } from './isSpam.ts'
import type { FoundNft } from './nft.ts'

/** Invisible characters and those that control the direction of text. */
const NOT_SHOWN = /[\p{Cc}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
/** The same characters, except line breaks. */
const NOT_SHOWN_IN_LINES = new RegExp(`(?!\\n)${NOT_SHOWN.source}`, 'gu')

/** Cuts a text without splitting a character. */
const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** Cleans and cuts a name, because collections may choose any name of any length. */
function shown(name: string | undefined): string | undefined {
  const text = name?.replace(NOT_SHOWN, '').trim()
  return text ? cut(text, NAME_MAX_CHARACTERS) : undefined
}

/** Cleans and cuts a description. Line breaks are kept, but empty lines are merged. */
function shownLines(description: string | undefined): string | undefined {
  const text = description
    ?.replace(/\r\n?/g, '\n')
    .replace(NOT_SHOWN_IN_LINES, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text ? cut(text, DESCRIPTION_MAX_CHARACTERS) : undefined
}

function shownTraits(traits: FoundNft['traits']): NftTrait[] | undefined {
  const visible = traits?.flatMap(({ name, value }) => {
    const said = shown(value)
    return said ? [{ name: shown(name) ?? '', value: said }] : []
  })
  return visible?.length ? visible.slice(0, TRAITS_MAX) : undefined
}

export const toNft = (found: FoundNft, caipNetworkId: CaipNetworkId, projectId: string, rules: SourceRules): Nft => ({
  contract: `${caipNetworkId}:${found.contract}`,
  id: found.id,
  name: shown(found.name),
  collection: shown(found.collection),
  amount: found.amount,
  description: shownLines(found.description),
  traits: shownTraits(found.traits),
  image: found.image && imagePath(found.image, projectId, rules),
  isSpam: isSpam(found),
})
