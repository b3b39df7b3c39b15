import type { Running } from '../browser/setup.ts'
import setup from '../browser/setup.ts'

/**
 * `npm run screens [-- pattern]`: every view in each of its states, dark and light, on a desktop and a phone, into
 * `screens/`; then a contact sheet of the main views for the README. `npm run screens -- --tap`: what a tap on a phone
 * shows from moment to moment.
 */

const [pattern = '', ...flags] = process.argv.slice(2)
// Starts the embedded wallet's servers too, like the long run.
await setup(undefined, { displayName: { name: 'long' } })
try {
  // Imported late: the scenes read the stack's URLs when they are loaded.
  if (pattern === '--tap') await (await import('./filmStrip.ts')).takeFilmStrip()
  else await (await import('./takePictures.ts')).takePictures(pattern, flags.includes('--locales'))
} finally {
  await (globalThis as { __PORTICO_RUNNING__?: Running }).__PORTICO_RUNNING__?.end()
}
