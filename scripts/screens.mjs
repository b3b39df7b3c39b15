/** `npm run screens [-- pattern [--locales]]`: builds, then takes a screenshot of every view in every state. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
for (const args of [['scripts/build.mjs'], ['--import', 'tsx', 'tests/scenes/main.ts', ...process.argv.slice(2)]]) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
