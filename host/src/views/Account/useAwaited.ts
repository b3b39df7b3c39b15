import type { RemoteId } from '@portico/contracts'
import { isWanted } from '../../project/features.ts'
import { useShellSelector } from '../../shellContext.ts'

/** How many of these features are on but not loaded yet: the number of placeholders. */
export const useAwaited = (ids: readonly RemoteId[]): number =>
  useShellSelector(({ remotes, project }) =>
    remotes.failure === undefined ? ids.filter((id) => !remotes.byId[id] && isWanted(project.features, id)).length : 0,
  )
