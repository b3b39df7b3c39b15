import { useStyles } from '@portico/contracts/ui'
import { useRef } from 'react'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { VirtualGrid } from '../../grid/VirtualGrid.tsx'
import { NftCard } from './NftCard.tsx'
import sheet from './NftGrid.css'

/** As many as are visible at once. */
const PLACEHOLDERS = 4

interface NftGridProps {
  readonly nfts: readonly ShownNft[]
  readonly label: string
  /** Whether more items are loading, or will load once the visitor nears the end. */
  readonly isOpenEnded: boolean
  /** The scroll position: at first the initial one, later the current one. */
  readonly scrollTop: { current: number }
  readonly onNearEnd: () => void
  readonly onPress: (nft: ShownNft) => void
}

const keyOf = ({ key }: ShownNft) => key

/** NFTs, two in a row. A page has 12 rows and the next loads 8 rows ahead, so that the second does not load at once. */
export function NftGrid({ nfts, isOpenEnded, onPress, ...list }: NftGridProps) {
  useStyles(sheet)
  return (
    <VirtualGrid
      {...list}
      list={useRef<HTMLDivElement>(null)}
      className="NftGrid"
      itemClassName="NftGrid-item"
      testId="nft-list"
      items={nfts}
      idOf={keyOf}
      card={(nft) => <NftCard nft={nft} onPress={onPress} />}
      placeholders={isOpenEnded ? PLACEHOLDERS : 0}
      count={isOpenEnded ? -1 : nfts.length}
      columns={2}
      rowPx={200}
      attribute="nft"
      hasMore={isOpenEnded}
      ahead={8}
    />
  )
}
