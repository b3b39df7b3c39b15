/** The part of the package that Portico uses; the package itself has no types. */
declare module 'fs-native-extensions' {
  /**
   * Takes an exclusive lock of the operating system on an open file. The lock ends when the file is closed or the
   * process ends.
   * @returns false if another open file has the lock, in this or another process
   * @throws Error if the file system does not support locks
   */
  export function tryLock(fileDescriptor: number): boolean
}
