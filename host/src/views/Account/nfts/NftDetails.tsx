import { accountKey, selectAccount, selectActiveNetwork, type ViewProps } from '@portico/contracts'
import { Button, Note, Statement, useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import { selectNfts } from '../../../account/nfts/nftsSlice.ts'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { useShellSelector } from '../../../shellContext.ts'
import { GlyphBox } from '../../Glyph.tsx'
import { openPage } from '../../wallets/storesOf.ts'
import sheet from './NftDetails.css'
import { NftPicture } from './NftPicture.tsx'
import { nftLink } from './nftLink.ts'
import { nftName } from './nftName.ts'

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="NftDetails-fact">
      <dt className="NftDetails-label">{label}</dt>
      <dd className="NftDetails-value">{children}</dd>
    </div>
  )
}

/** Where the NFT is on the chain, in the terms of its family: message key, value and test id. */
function placesOf({ contract, id }: ShownNft, family: string | undefined) {
  const collection = ['host.nfts.details.collectionAddress', contract, 'nft-contract'] as const
  if (family === 'solana') return [['host.nfts.details.mint', id, 'nft-id'], ...(contract === id ? [] : [collection])]
  if (family === 'bip122') return [['host.nfts.details.inscription', id, 'nft-id']]
  return [
    ['host.nfts.details.id', id, 'nft-id'],
    ['host.nfts.details.contract', contract, 'nft-contract'],
  ]
}

/** All facts about one NFT. Its texts are shown as written, never as links. Only the picture loads, via the proxy. */
export function NftDetails({ params }: ViewProps<'NftDetails'>) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const account = useShellSelector((state) => selectAccount(state))
  const network = useShellSelector(selectActiveNetwork)
  const nft = useShellSelector((state) =>
    account ? selectNfts(state, accountKey(account))?.nfts.find(({ key }) => key === params.key) : undefined,
  )
  if (!nft || !network) {
    return (
      <Statement
        picture={<GlyphBox name="picture" />}
        title={t('host.nfts.details.unknown')}
        detail={t('host.nfts.details.unknownDetail')}
        role="status"
      />
    )
  }
  const { amount, collection, description, imageUrl, isSpam, traits } = nft
  const link = nftLink(network, nft)
  return (
    <div className="NftDetails" data-nft={nft.key}>
      {isSpam ? <Note title={t('host.nfts.details.spam')} detail={t('host.nfts.details.spamDetail')} /> : null}
      <div className="NftDetails-picture">
        <NftPicture src={imageUrl} />
      </div>
      <div className="NftDetails-what">
        <h2 className="NftDetails-name" data-testid="nft-name">
          <bdi>{nftName(nft, t)}</bdi>
        </h2>
        {collection ? (
          <bdi className="NftDetails-collection" data-testid="nft-collection">
            {collection}
          </bdi>
        ) : null}
      </div>
      {description ? (
        <dl className="NftDetails-facts">
          <Fact label={t('host.nfts.details.description')}>
            <div className="NftDetails-description" dir="auto" data-testid="nft-description">
              {description}
            </div>
          </Fact>
        </dl>
      ) : null}
      {traits.length > 0 ? (
        <dl className="NftDetails-traits" aria-label={t('host.nfts.details.traits')} data-testid="nft-traits">
          {traits.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: traits may be alike, and never change places
            <Fact key={index} label={<bdi>{name}</bdi>}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
        </dl>
      ) : null}
      <dl className="NftDetails-facts">
        {amount ? (
          <Fact label={t('host.nfts.details.amount')}>
            <bdi data-testid="nft-held">{BigInt(amount).toLocaleString(locale)}</bdi>
          </Fact>
        ) : null}
        {placesOf(nft, network.caipNetworkId.split(':')[0]).map(([label = '', value, testId]) => (
          <Fact key={testId} label={t(label)}>
            {/* Chain data reads left to right in every language. */}
            <bdi dir="ltr" data-testid={testId}>
              {value}
            </bdi>
          </Fact>
        ))}
        <Fact label={t('host.nfts.details.network')}>{network.name}</Fact>
      </dl>
      {link ? (
        <Button kind="secondary" icon="external" testId="nft-explorer" onPress={() => openPage(link)}>
          {t('host.account.explorer')}
        </Button>
      ) : null}
    </div>
  )
}
