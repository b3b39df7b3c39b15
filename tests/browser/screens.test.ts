import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATES } from '../scenes/scene.ts'
import { ALL_SCENES, NOT_APPLICABLE } from '../scenes/scenes.ts'
import { stack } from './support/stack.ts'

/** The host's own views as its source lists them. */
function ownViews(): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../host/src/views/hostViews.ts'), 'utf8')
  return [...source.slice(source.indexOf('HOST_VIEWS')).matchAll(/^ +(\w+): (?:\w+\(|\[)'host\./gm)].map(
    (match) => match[1] ?? '',
  )
}

/** The views of every deployed remote. */
function remoteViews(): { readonly id: string; readonly view: string }[] {
  const remotes = join(stack.dist, 'remotes')
  return readdirSync(remotes).flatMap((id) =>
    readdirSync(join(remotes, id)).flatMap((version) =>
      Object.keys(JSON.parse(readFileSync(join(remotes, id, version, 'half.json'), 'utf8')).views).map((view) => ({
        id,
        view,
      })),
    ),
  )
}

test('every view has a picture of each state, or a reason why it cannot have that state', () => {
  const views = [...new Set([...ownViews(), ...remoteViews().map(({ view }) => view)])]
  expect(views.length).toBeGreaterThan(20)
  const missing = views.flatMap((view) =>
    STATES.filter(
      (state) =>
        !ALL_SCENES.some((scene) => scene.view === view && scene.state === state) && !NOT_APPLICABLE[view]?.[state],
    ).map((state) => `${view}-${state}`),
  )
  expect(missing).toEqual([])
})

test('deleting a remote also removes the pictures of its views', () => {
  const kept = remoteViews().flatMap(({ id, view }) =>
    ALL_SCENES.filter((scene) => scene.view === view && !scene.needs?.includes(id)).map(() => `${view} without ${id}`),
  )
  expect(kept).toEqual([])
})
