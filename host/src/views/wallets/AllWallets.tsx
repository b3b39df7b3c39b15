import type { ViewProps } from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { SEARCH_MAX_CHARACTERS } from '@portico/contracts/services/wallets'
import { Button, IconButton, Note, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { SearchField } from '@portico/contracts/ui/forms'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { walletPicked } from '../../connections/pairingSlice.ts'
import { useShellDispatch } from '../../shellContext.ts'
import { useChooseWallet } from '../useChooseWallet.ts'
import sheet from './AllWallets.css'
import { type FoundWallets, useWallets } from './useWallets.ts'
import { WalletGrid } from './WalletGrid.tsx'

function NothingFound({ hasFailed, retry, onCode }: FoundWallets & { onCode: () => void }) {
  const t = useMessages()
  return (
    <div className="AllWallets-empty" data-testid="no-wallet-found">
      <Statement
        picture={hasFailed ? 'alert' : 'search'}
        {...(hasFailed && { tone: 'danger' as const })}
        title={t(hasFailed ? 'host.wallets.failed' : 'host.wallets.none')}
        detail={t(hasFailed ? 'host.wallets.failedDetail' : 'host.wallets.noneDetail')}
        role={hasFailed ? 'alert' : 'status'}
      >
        {hasFailed ? (
          <Button kind="secondary" icon="retry" testId="all-wallets-retry" onPress={retry}>
            {t('host.retry')}
          </Button>
        ) : (
          <Button kind="secondary" icon="qr" testId="all-wallets-code" onPress={onCode}>
            {t('host.wallets.showCode')}
          </Button>
        )}
      </Statement>
    </div>
  )
}

/** Moves the focus from the search field to the first card. */
function toFirstCard(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' || !(event.target as Element).matches('[type=search]')) return
  const card = event.currentTarget.querySelector<HTMLElement>('[data-testid^="wallet-search-item-"]')
  if (!card) return
  event.preventDefault()
  card.focus()
}

/** The list's state for a visitor who has opened a wallet, keyed by the stack entry's signal. Restored on Back. */
const left = new WeakMap<AbortSignal, { text: string; isCertified: boolean; scrollTop: number }>()

/** views.md §7.1: all wallets of the directory, to browse or search. */
export function AllWallets({ signal }: ViewProps<'AllWallets'>) {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const choose = useChooseWallet()
  const before = left.get(signal)
  const [text, setText] = useState(before?.text ?? '')
  const [isCertified, setCertified] = useState(before?.isCertified ?? false)
  const scrollTop = useRef(before?.scrollTop ?? 0)
  useEffect(
    () => () => void left.set(signal, { text, isCertified, scrollTop: scrollTop.current }),
    [signal, text, isCertified],
  )
  const found = useWallets(text, isCertified)
  const { wallets, isLoading, hasFailed, isSearch, retry } = found
  const isEmpty = wallets.length === 0 && !isLoading
  const showCode = () => {
    dispatch(walletPicked(undefined))
    navigate('ConnectingWalletConnect', { place: { view: 'AllWallets' } })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that fields and cards have not used
    <div className="AllWallets" onKeyDown={toFirstCard}>
      <div className="AllWallets-tools">
        <SearchField
          label={t('host.wallets.search')}
          value={text}
          // A directory does not accept longer texts.
          onChange={(value) => setText(value.slice(0, SEARCH_MAX_CHARACTERS))}
        />
        {isMobile() ? (
          <IconButton icon="qr" label={t('host.wallets.showCode')} testId="all-wallets-qr-button" onPress={showCode} />
        ) : null}
      </div>
      <div className="AllWallets-narrow">
        <label className="AllWallets-certified">
          <input
            type="checkbox"
            role="switch"
            className="AllWallets-switch"
            data-testid="wui-certified-switch"
            checked={isCertified}
            aria-checked={isCertified}
            onChange={(event) => setCertified(event.target.checked)}
          />
          {t('host.wallets.certifiedOnly')}
        </label>
        <span className="AllWallets-found" role="status">
          {isSearch && !isLoading && !isEmpty ? t('host.wallets.found', { count: wallets.length }) : ''}
        </span>
      </div>
      {hasFailed && !isEmpty ? (
        <Note
          title={t('host.wallets.failed')}
          action={{ label: t('host.retry'), testId: 'all-wallets-retry', onPress: retry }}
        />
      ) : null}
      {isEmpty ? (
        <NothingFound {...found} onCode={showCode} />
      ) : (
        <WalletGrid found={found} scrollTop={scrollTop} onChoose={choose} />
      )}
    </div>
  )
}
