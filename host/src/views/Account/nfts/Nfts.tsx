import { type Account, accountKey, type Network } from '@portico/contracts'
import { Button, Note, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { useShell } from '../../../shellContext.ts'
import { useErrorText } from '../../../texts/useErrorText.ts'
import { GlyphBox } from '../../Glyph.tsx'
import { NftGrid } from './NftGrid.tsx'
import sheet from './Nfts.css'
import { type NftsOfAccount, useNfts } from './useNfts.ts'

/** After this many consecutive pages with nothing to show, further pages are loaded only on request. */
const BARREN_MAX = 10

interface Left {
  /** `accountKey` */
  readonly key: string
  readonly scrollTop: number
  readonly isSpamShown: boolean
}
/** For each modal, the scroll position of a visitor who has opened an NFT; restored on Back. */
const left = new WeakMap<object, Left>()

/** Replaces an empty list, and says why it is empty. */
function Nothing({ nfts: { list, failure, retry }, network }: { nfts: NftsOfAccount; network: string }) {
  const t = useMessages()
  const errorText = useErrorText()
  if (failure) {
    return (
      <Statement
        picture="alert"
        tone="danger"
        title={t('host.nfts.failed')}
        detail={errorText(failure.error)}
        role="alert"
      >
        <Button kind="secondary" icon="retry" testId="nfts-retry" onPress={retry}>
          {t('host.retry')}
        </Button>
      </Statement>
    )
  }
  const [title, detail] = list?.isUnserved
    ? [t('host.nfts.unserved', { network }), t('host.nfts.unservedDetail')]
    : [t('host.nfts.empty'), t('host.nfts.emptyDetail', { network })]
  return (
    <div data-testid="nfts-empty">
      <Statement picture={<GlyphBox name="picture" />} title={title} detail={detail} role="status" />
    </div>
  )
}

/** The end of the list: what could not be loaded, what loads only on request, and what is hidden. */
function Tail({
  nfts: { failure, isLoading, retry, goOn },
  isBarren,
  hidden,
  isSpamShown,
  onToggle,
}: {
  readonly nfts: NftsOfAccount
  readonly isBarren: boolean
  readonly hidden: number
  readonly isSpamShown: boolean
  readonly onToggle: () => void
}) {
  const t = useMessages()
  const errorText = useErrorText()
  return (
    <>
      {failure ? (
        <Note
          title={t(failure.part === 'more' ? 'host.nfts.moreFailed' : 'host.nfts.stale')}
          detail={errorText(failure.error)}
          action={{ label: t('host.retry'), onPress: retry, testId: 'nfts-retry' }}
        />
      ) : null}
      {isBarren && !failure && !isLoading ? (
        <Button kind="quiet" testId="nfts-more" onPress={goOn}>
          {t('host.nfts.more')}
        </Button>
      ) : null}
      {hidden > 0 ? (
        <Button kind="quiet" testId="nfts-hidden" onPress={onToggle}>
          {isSpamShown ? t('host.nfts.hide') : t('host.nfts.show', { count: hidden })}
        </Button>
      ) : null}
    </>
  )
}

const NONE: readonly ShownNft[] = []

/** An account's NFTs, shown in a tab. Spam is hidden. */
export function Nfts({ account, network }: { account: Account; network: Network | undefined }) {
  // A new account or network starts a new list.
  return <NftsOf key={accountKey(account)} account={account} name={network?.name ?? ''} />
}

function NftsOf({ account, name }: { account: Account; name: string }) {
  useStyles(sheet)
  const t = useMessages()
  const { commands } = useShell()
  const { navigate } = useCommands()
  const nfts = useNfts(account)
  const { list, isLoading, failure, goOn } = nfts
  const key = accountKey(account)
  const [before] = useState(() => {
    const kept = left.get(commands)
    return kept?.key === key ? kept : undefined
  })
  useEffect(() => void left.delete(commands), [commands])
  const [isSpamShown, setSpamShown] = useState(before?.isSpamShown ?? false)
  const scrollTop = useRef(before?.scrollTop ?? 0)

  const all = list?.nfts ?? NONE
  const shown = useMemo(() => (isSpamShown ? all : all.filter(({ isSpam }) => !isSpam)), [all, isSpamShown])
  const hidden = useMemo(() => all.reduce((count, { isSpam }) => count + (isSpam ? 1 : 0), 0), [all])
  const isBarren = list?.next !== undefined && list.barren >= BARREN_MAX
  const isOpenEnded = list ? list.next !== undefined && !isBarren && !failure : !failure
  const onNearEnd = useCallback(() => {
    if (!isLoading) goOn()
  }, [isLoading, goOn])
  const onPress = useCallback(
    (nft: ShownNft) => {
      left.set(commands, { key, scrollTop: scrollTop.current, isSpamShown })
      navigate('NftDetails', { key: nft.key })
    },
    [commands, key, isSpamShown, navigate],
  )

  const hasNothing = shown.length === 0 && !isOpenEnded && !isLoading
  return (
    <div className="Nfts" data-testid="nfts">
      {isLoading ? <span role="status" aria-label={t('host.view.loading')} data-testid="nfts-loading" /> : null}
      {hasNothing && !(list && failure) ? (
        <Nothing nfts={nfts} network={name} />
      ) : (
        <NftGrid
          nfts={shown}
          label={t('host.nfts.list', { network: name })}
          isOpenEnded={isOpenEnded || (isLoading === true && shown.length === 0)}
          scrollTop={scrollTop}
          onNearEnd={onNearEnd}
          onPress={onPress}
        />
      )}
      {list ? (
        <Tail
          nfts={nfts}
          isBarren={isBarren}
          hidden={hidden}
          isSpamShown={isSpamShown}
          onToggle={() => setSpamShown((now) => !now)}
        />
      ) : null}
    </div>
  )
}
