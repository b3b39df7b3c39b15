import type { IconName, ViewProps } from '@portico/contracts'
import { Icon, Picture, Row, RowList, Statement, useMessages } from '@portico/contracts/ui'
import { selectWallet } from '../../directory/directorySlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { openPage, type Store, storesOf } from './storesOf.ts'

const KINDS: Readonly<Record<Store['type'], { readonly label: string; readonly icon: IconName }>> = {
  chrome_store: { label: 'host.get.chromeStore', icon: 'desktop' },
  app_store: { label: 'host.get.appStore', icon: 'mobile' },
  play_store: { label: 'host.get.playStore', icon: 'mobile' },
  homepage: { label: 'host.get.homepage', icon: 'external' },
}

/** views.md §7.2: where to get a wallet. */
export function Downloads({ params }: ViewProps<'Downloads'>) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { imageOf } = useShell()
  const wallet = useShellSelector((state) => selectWallet(state, params.walletId))
  if (!wallet) return <Statement picture="alert" title={t('host.wallets.none')} detail={t('host.get.gone')} />

  const { id: explorerId, name, order: walletRank } = wallet
  const stores = storesOf(wallet)
  const get = ({ type, url }: Store) => {
    dispatch((_, __, { track }) => track('GET_WALLET', { name, walletRank, explorerId, type }))
    openPage(url)
  }
  return (
    <Statement
      picture={<Picture name={name} src={imageOf(wallet)} size={80} />}
      title={t('host.get.title', { name })}
      detail={t(stores.length ? 'host.get.detail' : 'host.get.none')}
    >
      <RowList label={t('host.get.title', { name })}>
        {stores.map((store) => (
          <Row
            key={store.type}
            label={t(KINDS[store.type].label)}
            leading={<Icon name={KINDS[store.type].icon} />}
            trailing="external"
            testId={`download-${store.type}`}
            onPress={() => get(store)}
          />
        ))}
      </RowList>
    </Statement>
  )
}
