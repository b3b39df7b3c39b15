import { CONTRACT_VERSION } from '@portico/contracts'
import type { RootState } from '../store.ts'
import type { Releases } from './createReleases.ts'
import type { Diagnostics } from './diagnosis.ts'

export const diagnose = (
  state: RootState,
  host: string,
  releases: Pick<Releases, 'deferred' | 'refused'>,
): Diagnostics => ({
  shell: __SHELL_VERSION__,
  contract: CONTRACT_VERSION,
  host,
  configuration: state.project.source,
  releases: state.remotes.failure?.code ?? 'verified',
  refused: releases.refused(),
  stateKeys: Object.keys(state),
  remotes: [],
  hosts: [],
  ...releases.deferred()?.diagnoseRemotes(state, host),
})
