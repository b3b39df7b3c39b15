import type { ViewDefinition, ViewModule, ViewName } from '@portico/contracts'

export interface OwnView {
  /** A message key. */
  readonly title: string
  readonly needsAccount?: boolean
  readonly module: ViewModule
}

/** Where the outlet gets a view from: the host's own, which is here at once, or a remote's. */
export interface ViewSource {
  /** Undefined when no view of that name can be had now. */
  find(view: ViewName): Pick<ViewDefinition, 'title' | 'needsAccount'> | undefined
  /** The module when it is here already: the outlet then draws without waiting. */
  loaded(view: ViewName): ViewModule | undefined
  load(view: ViewName): Promise<ViewModule>
}

export const createViewSource = (
  own: Readonly<Partial<Record<ViewName, OwnView>>>,
  remotes: () => ViewSource,
): ViewSource => ({
  find: (view) => own[view] ?? remotes().find(view),
  loaded: (view) => own[view]?.module ?? remotes().loaded(view),
  load: async (view) => own[view]?.module ?? remotes().load(view),
})
