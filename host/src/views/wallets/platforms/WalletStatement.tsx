import { LoadingRing, Picture, Statement } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { useShell } from '../../../shellContext.ts'

interface WalletStatementProps {
  readonly wallet: DirectoryWallet
  readonly title: string
  readonly detail?: string | undefined
  readonly state?: 'running' | 'failed' | 'still'
  readonly children?: ReactNode
}

/** A statement about a wallet, below its logo. */
export function WalletStatement({ wallet, title, detail, state = 'still', children }: WalletStatementProps) {
  const { imageOf } = useShell()
  const logo = <Picture name={wallet.name} src={imageOf(wallet)} size={80} />
  return (
    <Statement
      picture={state === 'still' ? logo : <LoadingRing state={state}>{logo}</LoadingRing>}
      title={title}
      {...(detail && { detail })}
      {...(state === 'failed' && { tone: 'danger' as const })}
      role={state === 'failed' ? 'alert' : 'status'}
    >
      {children}
    </Statement>
  )
}
