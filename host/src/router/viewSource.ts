import type { ViewDefinition, ViewModule, ViewName } from '@portico/contracts'

export interface OwnView {
  /** A message key. */
  readonly title: string
  readonly needsAccount?: boolean
  /** Shown by the modal itself, with parameters that it knows: nobody can ask for it by name. */
  readonly isInternal?: boolean
  readonly module: ViewModule
}

/** Where the outlet gets a view from: the host's own, which is here at once, or a remote's. */
export interface ViewSource {
  /** Undefined when no view of that name can be had now. */
  find(view: ViewName): (Pick<ViewDefinition, 'title' | 'needsAccount'> & Pick<OwnView, 'isInternal'>) | undefined
  /** The module when it is here already: the outlet then draws without waiting. */
  loaded(view: ViewName): ViewModule | undefined
  load(view: ViewName): Promise<ViewModule>
}

export function createViewSource(
  own: Readonly<Partial<Record<ViewName, OwnView>>>,
  remotes: () => ViewSource,
): ViewSource {
  /** A page may ask for `constructor`, which every object has. */
  const ours = (view: ViewName) => (Object.hasOwn(own, view) ? own[view] : undefined)
  return {
    find: (view) => ours(view) ?? remotes().find(view),
    loaded: (view) => ours(view)?.module ?? remotes().loaded(view),
    load: async (view) => ours(view)?.module ?? remotes().load(view),
  }
}
