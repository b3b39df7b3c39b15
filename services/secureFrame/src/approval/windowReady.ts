/** Message of the page `/approve` to the frame that opened it, once it is ready to draw in. */
export const WINDOW_READY = { type: 'portico.approve.ready' } as const
