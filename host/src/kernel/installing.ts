/** What puts the code of a remote in its place. */
export { install } from './install.ts'
export { withCommands } from './withCommands.tsx'
