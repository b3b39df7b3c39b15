/** What the page `/approve` posts to the frame that has opened it, as soon as it can be drawn in. */
export const WINDOW_READY = { type: 'portico.approve.ready' } as const
