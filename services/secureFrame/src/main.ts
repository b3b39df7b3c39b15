import { bootFrame } from './boot/bootFrame.ts'
import { readSettings } from './boot/readSettings.ts'

bootFrame({
  window,
  settings: await readSettings(),
  load: async (place, parameters) => (await import('./createFrame.ts')).createFrame(place, parameters, window),
})
