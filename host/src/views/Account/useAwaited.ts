import type { RemoteId } from '@portico/contracts'
import { isWanted } from '../../project/features.ts'
import { useShellSelector } from '../../shellContext.ts'

/** How many of these features are on, while it is still to come what there is of them: so much place is kept for them. */
export const useAwaited = (ids: readonly RemoteId[]): number =>
  useShellSelector(({ remotes, project }) =>
    remotes.failure === undefined ? ids.filter((id) => !remotes.byId[id] && isWanted(project.features, id)).length : 0,
  )
