/** The code that connects, restores and ends connections. Shares the chunk of the connected views. */
export { connect } from './connect.ts'
export { disconnect } from './disconnect.ts'
export { deleteConnection, disconnectAll } from './endForSite.ts'
export { follow, reconnect } from './reconnect.ts'
