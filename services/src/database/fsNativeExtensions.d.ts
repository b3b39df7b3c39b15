/** What we use of it; it has no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Takes an exclusive lock of the operating system on an open file, which ends when the file is closed or the process ends.
   * @returns false when another open file has it, in this process or in another one
   * @throws Error when the file system has no locks
   */
  export function tryLock(fileDescriptor: number): boolean
}
