/**
 * Ends this process when its parent (with an IPC channel) is gone, for whatever reason: a killed parent cannot tell its
 * children.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep an idle process alive.
process.channel?.unref()
