import { useMessages } from '@portico/contracts/ui'
import { useMemo } from 'react'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { readEnvironment } from '../../../pairing/environment.ts'
import { pairingLink } from '../../../pairing/links.ts'
import { usePairing } from '../usePairing.ts'
import { LinkStatement } from './LinkStatement.tsx'

interface LinkToPageProps {
  readonly wallet: DirectoryWallet
  readonly link: string | null | undefined
}

/** views.md §8.4, platforms web and desktop: opens the wallet's page or program in a new window. */
export function LinkToPage({ wallet, link }: LinkToPageProps) {
  const t = useMessages()
  const pairing = usePairing()
  const environment = useMemo(() => readEnvironment(window as never), [])
  const href = pairing.uri && pairingLink(link, pairing.uri, { environment })
  return (
    <LinkStatement
      wallet={wallet}
      pairing={pairing}
      detail={t('host.link.app')}
      onOpen={href ? () => void window.open(href, '_blank', 'noopener,noreferrer') : undefined}
    />
  )
}
