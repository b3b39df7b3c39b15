import type { Account } from '@portico/contracts'
import { useEffect, useState } from 'react'
import { namesOf } from '../../account/names/nameService.ts'
import { useShellDispatch } from '../../shellContext.ts'

/** The name that an account has registered already, as soon as that is known. */
export function useOwnName(account: Account | undefined): string | undefined {
  const dispatch = useShellDispatch()
  const [own, setOwn] = useState<{ readonly account: Account; readonly name: string | undefined }>()
  useEffect(() => {
    if (account?.namespace !== 'eip155') return
    const life = new AbortController()
    dispatch(namesOf(account, life.signal)).then(
      ([name]) => life.signal.aborted || setOwn({ account, name }),
      () => {}, // asked again before a name is registered
    )
    return () => life.abort()
  }, [account, dispatch])
  return own?.account === account ? own?.name : undefined
}
