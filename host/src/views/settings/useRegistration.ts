import { type Account, isModalError } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { useState } from 'react'
import { type NameFailure, nameFailure } from '../../account/names/nameFailure.ts'
import { namesOf } from '../../account/names/nameService.ts'
import { registerName } from '../../account/names/registerName.ts'
import { selectCurrentEntry } from '../../router/routerSlice.ts'
import { useShellDispatch, useShellSelector, useTrack } from '../../shellContext.ts'
import { selectIsSmartAccount } from './selectHasSmartAccount.ts'

type Failure = NameFailure | 'owned'

const TEXTS: Readonly<Record<Failure, string>> = {
  clock: 'host.name.clock',
  failed: 'host.name.failed',
  network: 'host.name.network',
  owned: 'host.name.owned',
  rejected: 'host.name.rejected',
  signature: 'host.name.signature',
  slow: 'host.name.slow',
  taken: 'host.name.taken',
}

/** The error code for the site: the service's own code, if the service refused. */
const codeOf = (error: unknown) => (isModalError(error) ? String(error.details.code ?? error.code) : 'unknown')

interface Registration {
  /** The name that is being registered. */
  readonly name: string | undefined
  /** Registers the name and shows success; or shows why this failed, stays at the form and resolves with the reason. */
  start(name: string, account: Account): Promise<Failure | undefined>
}

/** views.md §15: registers a name for an account. `signal` belongs to the view with the form. */
export function useRegistration(signal: AbortSignal): Registration {
  const t = useMessages()
  const track = useTrack()
  const dispatch = useShellDispatch()
  const { back, pushTransaction, replace, showSnack } = useCommands()
  const isSmartAccount = useShellSelector(selectIsSmartAccount)
  const [name, setName] = useState<string>()

  /** Removes the embedded wallet's approval from the stack, so that Back does not return to it. */
  const leaveApproval = () =>
    dispatch((_, getState) => {
      if (selectCurrentEntry(getState()).view === 'ApproveTransaction') back()
    })
  const say = (failure: Failure, about: string): Failure => {
    showSnack({ variant: 'error', text: t(TEXTS[failure], { name: about }) })
    return failure
  }

  async function register(wanted: string, account: Account): Promise<Failure | undefined> {
    const end = pushTransaction({ onCancel: () => replace('RegisterAccountName') })
    const about = { isSmartAccount, ensName: wanted }
    track('REGISTER_NAME_INITIATED', about)
    try {
      await dispatch(registerName(wanted, account, signal))
      track('REGISTER_NAME_SUCCESS', about)
      end()
      if (signal.aborted) return undefined
      leaveApproval()
      replace('RegisterAccountNameSuccess')
      return undefined
    } catch (error) {
      track('REGISTER_NAME_ERROR', { ...about, error: codeOf(error) })
      end()
      if (signal.aborted) return undefined
      leaveApproval()
      return say(nameFailure(error), wanted)
    }
  }

  return {
    name,
    async start(wanted, account) {
      if (name !== undefined) return undefined
      setName(wanted)
      try {
        const [own] = await dispatch(namesOf(account, signal))
        if (signal.aborted) return undefined
        return own === undefined ? await register(wanted, account) : say('owned', own)
      } catch {
        return signal.aborted ? undefined : say('failed', wanted)
      } finally {
        setName(undefined)
      }
    },
  }
}
