import { useLocale, useMessages } from '@portico/contracts/ui'
import { memo } from 'react'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { NftPicture } from './NftPicture.tsx'
import { nftName } from './nftName.ts'

interface NftCardProps {
  /** Absent while loading. */
  readonly nft: ShownNft | undefined
  readonly index: number
  /** -1: the total is unknown. */
  readonly count: number
  /** Position: pixels from the top, and a fraction of the width from the start of the row. */
  readonly top: number
  readonly start: string
  readonly onPress: (nft: ShownNft) => void
}

/** Longer numbers are abbreviated; the details show all digits. */
const AMOUNT_MAX_DIGITS = 6

/** One NFT of the grid. Its texts are foreign, so each is isolated with its own direction. */
export const NftCard = memo(function NftCard({ nft, index, count, top, start, onPress }: NftCardProps) {
  const t = useMessages()
  const locale = useLocale()
  const style = { insetBlockStart: top, insetInlineStart: start }
  if (!nft) {
    return (
      <li className="NftGrid-item" style={style} aria-hidden="true">
        <span className="NftGrid-card NftGrid-awaited" />
      </li>
    )
  }
  const { amount = '1', collection, imageUrl, isSpam } = nft
  const notation = amount.length > AMOUNT_MAX_DIGITS ? 'compact' : 'standard'
  return (
    <li className="NftGrid-item" style={style} aria-posinset={index + 1} aria-setsize={count}>
      <button
        type="button"
        className={isSpam ? 'NftGrid-card NftGrid-spam' : 'NftGrid-card'}
        data-testid="nft-card"
        data-nft={nft.key}
        onClick={() => onPress(nft)}
      >
        <span className="NftGrid-picture">
          <NftPicture src={imageUrl} />
        </span>
        <bdi className="NftGrid-name">{nftName(nft, t)}</bdi>
        <span className="NftGrid-more">
          {isSpam ? <span className="NftGrid-mark">{t('host.nfts.spam')}</span> : null}
          {collection ? <bdi className="NftGrid-collection">{collection}</bdi> : null}
        </span>
        {amount === '1' ? null : (
          <bdi className="NftGrid-amount" data-testid="nft-amount">
            {t('host.nfts.amount', {
              amount: new Intl.NumberFormat(locale, { notation }).format(BigInt(amount)),
            })}
          </bdi>
        )}
      </button>
    </li>
  )
})
