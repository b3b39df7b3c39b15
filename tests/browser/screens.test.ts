import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_APPLICABLE, SCENES, STATES } from '../scenes/scenes.ts'
import { stack } from './support/stack.ts'

/** The host's own views as its source lists them, and those of every remote that is deployed. */
function allViews(): string[] {
  const core = readFileSync(join(import.meta.dirname, '../../host/src/core.ts'), 'utf8')
  const own = [...core.slice(core.indexOf('CORE_VIEWS')).matchAll(/^ {2}(\w+): \w+\('host\.title/gm)].map(
    (match) => match[1] ?? '',
  )
  const remotes = join(stack.dist, 'remotes')
  const remote = readdirSync(remotes).flatMap((id) =>
    readdirSync(join(remotes, id)).flatMap((version) =>
      Object.keys(JSON.parse(readFileSync(join(remotes, id, version, 'half.json'), 'utf8')).views),
    ),
  )
  return [...new Set([...own, ...remote])]
}

test('every view has a picture of each state, or a reason why it cannot be in it', () => {
  const views = allViews()
  expect(views.length).toBeGreaterThan(20)
  const missing = views.flatMap((view) =>
    STATES.filter(
      (state) =>
        !SCENES.some((scene) => scene.view === view && scene.state === state) && !NOT_APPLICABLE[view]?.[state],
    ).map((state) => `${view}-${state}`),
  )
  expect(missing).toEqual([])
})
