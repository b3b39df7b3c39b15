/** Parts that the frame needs only on demand, in the chunk that loads after the first view is painted. */
export { AlertBar } from './AlertBar.tsx'
export { SnackBar } from './SnackBar.tsx'
export { Tooltip } from './Tooltip.tsx'
