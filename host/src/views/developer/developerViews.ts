/** The chunk for developers: a remote from their computer, and what the modal says about itself. */
export { DeveloperBar } from './DeveloperBar.tsx'
export { DeveloperOverride } from './DeveloperOverride.tsx'
export { Diagnostics } from './Diagnostics.tsx'
export { develop } from './overrides.ts'
