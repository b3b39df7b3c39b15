import { selectActiveNamespace, selectActiveNetwork, type ViewProps, type WalletPlace } from '@portico/contracts'
import { useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useMemo, useState } from 'react'
import { selectWallet } from '../../directory/directorySlice.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { readEnvironment } from '../../pairing/environment.ts'
import { inAppLink } from '../../pairing/inAppLinks.ts'
import { platformsOf, type WalletPlatform } from '../../pairing/links.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import type { RootState } from '../../store.ts'
import { Tabs } from '../Tabs.tsx'
import sheet from './ConnectingWalletConnect.css'
import { PairingCode } from './PairingCode.tsx'
import { GetWalletRow } from './platforms/GetWalletRow.tsx'
import { LinkToApp } from './platforms/LinkToApp.tsx'
import { LinkToPage } from './platforms/LinkToPage.tsx'
import { InAppBrowser, NotDetected, ThisBrowser } from './platforms/WithoutPairing.tsx'

/** The tabs, with the labels and test ids that other modals use (views.md §8.4). */
const TABS: Readonly<Record<WalletPlatform, { readonly label: string; readonly testId: string }>> = {
  browser: { label: 'host.platform.browser', testId: 'tab-browser' },
  mobile: { label: 'host.platform.mobile', testId: 'tab-mobile' },
  qrcode: { label: 'host.platform.mobile', testId: 'tab-mobile' },
  web: { label: 'host.platform.web', testId: 'tab-webapp' },
  desktop: { label: 'host.platform.desktop', testId: 'tab-desktop' },
  unsupported: { label: 'host.platform.browser', testId: 'tab-browser' },
}

const announcedIn = (state: RootState): readonly string[] =>
  Object.values(state.connections.connectors).flatMap((found) => (found ?? []).flatMap(({ rdns }) => rdns ?? []))

interface PlatformProps {
  readonly platform: WalletPlatform
  readonly wallet: DirectoryWallet | undefined
  readonly place: WalletPlace | undefined
}

function Platform({ platform, wallet, place }: PlatformProps) {
  if (!wallet || platform === 'qrcode') return <PairingCode wallet={wallet} />
  if (platform === 'mobile') return <LinkToApp wallet={wallet} />
  if (platform === 'web') return <LinkToPage wallet={wallet} link={wallet.webapp_link} />
  if (platform === 'desktop') return <LinkToPage wallet={wallet} link={wallet.desktop_link} />
  if (platform === 'browser') return <ThisBrowser wallet={wallet} place={place} />
  return <NotDetected wallet={wallet} />
}

/** The visits to this view that have been tracked, keyed by the stack entry's signal. */
const told = new WeakSet<AbortSignal>()

/** views.md §8.4: the ways to connect one wallet, or a QR code for any wallet. */
export function ConnectingWalletConnect({ params, signal }: ViewProps<'ConnectingWalletConnect'>) {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const wallet = useShellSelector((state) => selectWallet(state, params.walletId))
  const announced = useShellSelector((state) => announcedIn(state).join())
  const { basic, enableCoinbase } = useShellSelector(selectOptions)
  const namespace = useShellSelector(selectActiveNamespace)
  const network = useShellSelector(selectActiveNetwork)

  const environment = useMemo(() => readEnvironment(window as never), [])
  const inApp =
    wallet &&
    inAppLink(wallet.id, {
      environment,
      namespace,
      ...(network && { chainId: String(network.id) }),
      href: location.href,
      origin: location.origin,
      has: (flag) => flag in window,
      isCoinbaseOff: !enableCoinbase,
    })
  const platforms = platformsOf(wallet, {
    isMobile: environment.isMobile,
    announced: announced.split(','),
    hasAdapters: !basic,
    hasInAppLink: inApp !== undefined,
  })
  const [chosen, choose] = useState<WalletPlatform>()
  const platform = chosen && platforms.includes(chosen) ? chosen : (platforms[0] ?? 'qrcode')
  const name = wallet ? wallet.name : params.walletId === undefined ? 'WalletConnect' : undefined
  const { place } = params

  // Tracked once per visit, with the first platform offered; neither switching tabs nor Back counts as a visit.
  useEffect(() => {
    if (name === undefined || told.has(signal) || (basic && platform === 'qrcode')) return
    told.add(signal)
    dispatch((_, __, { track }) => track('SELECT_WALLET', { name, platform, ...place }))
  }, [name, platform, place, basic, signal, dispatch])

  if (wallet && inApp) return <InAppBrowser wallet={wallet} link={inApp} environment={environment} />
  const way = <Platform key={platform} platform={platform} wallet={wallet} place={place} />
  return (
    <div className="ConnectingWalletConnect">
      {platforms.length > 1 ? (
        <Tabs
          label={t('host.platform.ways')}
          tabs={platforms.map((key) => ({ key, label: t(TABS[key].label), testId: TABS[key].testId }))}
          chosen={platform}
          onChoose={choose}
        >
          {way}
        </Tabs>
      ) : (
        way
      )}
      {wallet && platform !== 'browser' ? <GetWalletRow wallet={wallet} environment={environment} /> : null}
    </div>
  )
}
