import type { ViewDefinition, ViewModule, ViewName } from '@portico/contracts'

export interface OwnView {
  /** A message key. */
  readonly title: string
  readonly needsAccount?: boolean
  /** Shown by the modal itself, with parameters that it knows: nobody can ask for it by name. */
  readonly isInternal?: boolean
  /** Here at once, or a chunk that is fetched when it is first shown or prepared. */
  readonly module: ViewModule | (() => Promise<ViewModule>)
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
  /** Texts that come with our own chunks. */
  texts: () => Promise<void> = async () => {},
): ViewSource {
  /** A page may ask for `constructor`, which every object has. */
  const ours = (view: ViewName) => (Object.hasOwn(own, view) ? own[view] : undefined)
  const fetched = new Map<ViewName, ViewModule>()
  return {
    find: (view) => ours(view) ?? remotes().find(view),
    loaded(view) {
      const module = ours(view)?.module
      if (!module) return remotes().loaded(view)
      return typeof module === 'function' ? fetched.get(view) : module
    },
    async load(view) {
      const module = ours(view)?.module
      if (!module) return remotes().load(view)
      if (typeof module !== 'function') return module
      const known = fetched.get(view)
      if (known) return known
      const [loaded] = await Promise.all([module(), texts()])
      fetched.set(view, loaded)
      return loaded
    },
  }
}
