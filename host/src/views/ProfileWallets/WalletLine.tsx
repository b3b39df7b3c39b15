import type { ChainNamespace } from '@portico/contracts'
import { AddressText, Picture } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import { describeConnection } from '../../connections/describeConnection.ts'
import { useShellSelector } from '../../shellContext.ts'

interface WalletLineProps {
  readonly name: string
  readonly imageUrl: string | undefined
  readonly address?: string | undefined
  readonly tag?: string
  /** The buttons for the wallet. */
  readonly children: ReactNode
}

/** A wallet in the list, with its name and its buttons. */
export function WalletLine({ name, imageUrl, address, tag, children }: WalletLineProps) {
  return (
    <div className="ProfileWallets-line">
      <Picture name={name} src={imageUrl} />
      <span className="ProfileWallets-who">
        <bdi className="ProfileWallets-name" title={name}>
          {name}
        </bdi>
        {address ? (
          <span className="ProfileWallets-detail">
            <AddressText address={address} />
          </span>
        ) : null}
      </span>
      {tag ? <span className="ProfileWallets-tag">{tag}</span> : null}
      <span className="ProfileWallets-actions">{children}</span>
    </div>
  )
}

/** A wallet's name and picture. */
export function useDescription(namespace: ChainNamespace, connection: Parameters<typeof describeConnection>[2]) {
  const name = useShellSelector((state) => describeConnection(state, namespace, connection).name)
  const imageUrl = useShellSelector((state) => describeConnection(state, namespace, connection).imageUrl)
  return { name, imageUrl }
}
