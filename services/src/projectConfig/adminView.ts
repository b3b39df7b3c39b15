import type { RemoteId } from '@portico/contracts'
import type { AdminProject } from '@portico/contracts/services/admin'
import type { Missing } from './missing.ts'
import { type Project, wireFeatures } from './project.ts'
import type { ReadPublished } from './readPublished.ts'
import { remoteStates } from './remoteStates.ts'

/** The answer to every request about one project. It does not depend on the release index being available. */
export type AdminView = (project: Project) => Promise<AdminProject>

const viewOf = (project: Project, published: readonly RemoteId[], missing: Missing): AdminProject => ({
  id: project.id,
  isAnalyticsEnabled: project.isAnalyticsEnabled,
  areAddressesKept: project.areAddressesKept ?? false,
  allowedOrigins: [...project.allowedOrigins],
  ...(project.restrictedTimeZones && { restrictedTimeZones: [...project.restrictedTimeZones] }),
  signing: project.signing ?? 'optional',
  features: wireFeatures(project),
  remotes: remoteStates(project, published, missing),
})

export const createAdminView =
  (readPublished: ReadPublished, missing: Missing): AdminView =>
  async (project) => {
    const published = await readPublished('lately').catch(() => undefined)
    return viewOf(project, Object.keys(published ?? {}), missing)
  }
