/** The chunk that installs remotes. */
export { install } from './install.ts'
export { withCommands } from './withCommands.tsx'
