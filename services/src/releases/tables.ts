/** The latest releases that the services have seen. `migration.ts` creates the table. */
export interface ReleaseTables {
  release_marks: {
    /** `index`, or `remote:<id>` for the releases of a team. */
    name: string
    /** The version of the root. Under a new root, serials count from the release that it came with. */
    root: number
    /** A `bigint`, which some drivers read as text. */
    serial: number | string
  }
}
