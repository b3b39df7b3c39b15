/** What connects, restores and ends: in the file of what a connected visitor sees, which is fetched once the list is there. */
export { connect } from './connect.ts'
export { disconnect } from './disconnect.ts'
export { deleteConnection, disconnectAll } from './endForSite.ts'
export { follow, reconnect } from './reconnect.ts'
