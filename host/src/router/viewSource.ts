import type { ViewDefinition, ViewModule, ViewName } from '@portico/contracts'

export interface OwnView {
  /** The message key of the title. */
  readonly title: string
  readonly needsAccount?: boolean
  /** Whether only the modal itself shows this view, with its own parameters: then it cannot be requested by name. */
  readonly isInternal?: boolean
  /** The module itself, or a function that fetches its chunk when the view is first shown or prepared. */
  readonly module: ViewModule | (() => Promise<ViewModule>)
}

/** Where the outlet gets its views from: the host itself, or a remote. */
export interface ViewSource {
  /** Undefined if no view of this name is currently available. */
  find(view: ViewName): (Pick<ViewDefinition, 'title' | 'needsAccount'> & Pick<OwnView, 'isInternal'>) | undefined
  /** The module if it is loaded; the outlet then need not wait. */
  loaded(view: ViewName): ViewModule | undefined
  load(view: ViewName): Promise<ViewModule>
  /** A view was drawn, so many milliseconds after it was requested. */
  drawn(view: ViewName, ms: number): void
  /** A view failed while it was drawn. @returns whether to draw it again: perhaps another version has taken its place */
  crashed(view: ViewName): Promise<boolean>
}

export function createViewSource(
  own: Readonly<Partial<Record<ViewName, OwnView>>>,
  remotes: () => ViewSource,
  /** Loads the texts that our own chunks need. */
  texts: () => Promise<void> = async () => {},
): ViewSource {
  /** A page may request a view named `constructor`, which every object has. */
  const ours = (view: ViewName) => (Object.hasOwn(own, view) ? own[view] : undefined)
  const fetched = new Map<ViewName, ViewModule>()
  return {
    find: (view) => ours(view) ?? remotes().find(view),
    loaded(view) {
      const module = ours(view)?.module
      if (!module) return remotes().loaded(view)
      return typeof module === 'function' ? fetched.get(view) : module
    },
    drawn(view, ms) {
      if (!ours(view)) remotes().drawn(view, ms)
    },
    crashed: async (view) => !ours(view) && remotes().crashed(view),
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
