import { type Translate, truncateMiddle } from '@portico/contracts'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'

const START = 8
const END = 4

/** Shortened, because ERC-1155 ids have up to 78 digits. */
const shortId = (id: string) => truncateMiddle(id, START, END)

/** The NFT's name, or its number if it has none. */
export const nftName = ({ name, id }: Pick<ShownNft, 'name' | 'id'>, t: Translate) =>
  name ?? t('host.nfts.unnamed', { id: shortId(id) })
