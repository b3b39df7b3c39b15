/**
 * Ends this process when the one that started it with an IPC channel is gone, however that happened: a killed parent
 * cannot tell its children.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep a process alive that has nothing left to do.
process.channel?.unref()
