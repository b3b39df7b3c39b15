import { type Translate, truncateMiddle } from '@portico/contracts'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'

const START = 8
const END = 4

/** Ids of ERC-1155 have up to 78 digits. */
const shortId = (id: string) => truncateMiddle(id, START, END)

/** What it is called; one without a name is called by its number. */
export const nftName = ({ name, id }: Pick<ShownNft, 'name' | 'id'>, t: Translate) =>
  name ?? t('host.nfts.unnamed', { id: shortId(id) })
