import { bootFrame } from './boot/bootFrame.ts'

bootFrame({
  window,
  load: async (place, parameters) => (await import('./createFrame.ts')).createFrame(place, parameters, window),
})
