/** Whether this is a device that is held in the hand: its main pointer is a finger (chains.md §8.3). */
export const isMobile = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
