/** Preloaded into a program that would listen to the whole network: restricts its servers to this machine. */
const { Server } = require('node:net')

const { listen } = Server.prototype

Server.prototype.listen = function (...args) {
  const [first, ...rest] = args
  /** @type {any} */
  const callback = rest.find((value) => typeof value === 'function')
  const port = typeof first === 'object' && first !== null ? first.port : first
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, callback)
}
