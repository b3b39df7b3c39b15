import type { Account, Network } from '@portico/contracts'
import { Avatar, useStyles } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { selectIdentity } from '../../account/identitySlice.ts'
import { loadIdentity } from '../../account/loadIdentity.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './AccountIdentity.css'

/** views.md §11.1: an account's picture and name. An account without a picture has an avatar drawn from its address. */
export function AccountIdentity({ account, network }: { account: Account; network: Network | undefined }) {
  useStyles(sheet)
  const dispatch = useShellDispatch()
  const { name, avatar } = useShellSelector((state) => selectIdentity(state, account)) ?? {}
  /** The URL of a picture that failed to load. */
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    void dispatch(loadIdentity(account, network))
  }, [account, network, dispatch])

  return (
    <>
      <div className="AccountIdentity-picture" onErrorCapture={() => setBroken(avatar)}>
        <Avatar address={account.address} size={80} {...(avatar && avatar !== broken && { src: avatar })} />
      </div>
      {name ? (
        <p className="AccountIdentity-name" data-testid="account-name" title={name}>
          <bdi>{name}</bdi>
        </p>
      ) : null}
    </>
  )
}
