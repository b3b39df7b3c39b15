import type { ViewDefinition, ViewModule, ViewName } from '@portico/contracts'

export interface OwnView {
  /** A message key. */
  readonly title: string
  readonly needsAccount?: boolean
  /** Shown only by the modal itself, with its own parameters; cannot be requested by name. */
  readonly isInternal?: boolean
  /** Loaded at once, or a chunk that is fetched when it is first shown or prepared. */
  readonly module: ViewModule | (() => Promise<ViewModule>)
}

/** The outlet's source of views: the host's own or a remote's. */
export interface ViewSource {
  /** Undefined if no view of that name is available now. */
  find(view: ViewName): (Pick<ViewDefinition, 'title' | 'needsAccount'> & Pick<OwnView, 'isInternal'>) | undefined
  /** The module if it is loaded; the outlet then draws without waiting. */
  loaded(view: ViewName): ViewModule | undefined
  load(view: ViewName): Promise<ViewModule>
}

export function createViewSource(
  own: Readonly<Partial<Record<ViewName, OwnView>>>,
  remotes: () => ViewSource,
  /** Loads the texts of our own chunks. */
  texts: () => Promise<void> = async () => {},
): ViewSource {
  /** A page may request `constructor`, which every object has. */
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
