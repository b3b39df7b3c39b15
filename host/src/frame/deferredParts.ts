/** What the frame draws only when there is a reason: in the file of what comes once the first view is painted. */
export { AlertBar } from './AlertBar.tsx'
export { SnackBar } from './SnackBar.tsx'
export { Tooltip } from './Tooltip.tsx'
