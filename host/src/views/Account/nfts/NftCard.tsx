import { useLocale, useMessages } from '@portico/contracts/ui'
import { memo } from 'react'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { NftPicture } from './NftPicture.tsx'
import { nftName } from './nftName.ts'

/** Longer numbers are abbreviated; the details show all digits. */
const AMOUNT_MAX_DIGITS = 6

interface NftCardProps {
  readonly nft: ShownNft
  readonly onPress: (nft: ShownNft) => void
}

/** One NFT in the grid. Its texts come from strangers, so each is isolated, with its own direction. */
export const NftCard = memo(function NftCard({ nft, onPress }: NftCardProps) {
  const t = useMessages()
  const locale = useLocale()
  const { amount = '1', collection, imageUrl, isSpam } = nft
  const notation = amount.length > AMOUNT_MAX_DIGITS ? 'compact' : 'standard'
  return (
    <button
      type="button"
      className={`VirtualGrid-card NftGrid-card${isSpam ? ' NftGrid-spam' : ''}`}
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
          {t('host.nfts.amount', { amount: new Intl.NumberFormat(locale, { notation }).format(BigInt(amount)) })}
        </bdi>
      )}
    </button>
  )
})
