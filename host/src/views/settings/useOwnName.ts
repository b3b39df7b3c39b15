import { type Account, accountKey } from '@portico/contracts'
import { useAnswer } from '@portico/contracts/ui/forms'
import { namesOf } from '../../account/names/nameService.ts'
import { useShellDispatch } from '../../shellContext.ts'

/** The name that an account has registered, once known. */
export function useOwnName(account: Account | undefined): string | undefined {
  const dispatch = useShellDispatch()
  const owner = account?.namespace === 'eip155' ? account : undefined
  // A failure does not matter: registration checks again.
  const [answer] = useAnswer({
    key: owner && accountKey(owner),
    work: async (signal) => (owner ? dispatch(namesOf(owner, signal)) : []),
  })
  return answer && 'value' in answer ? answer.value[0] : undefined
}
