/** Stands in for `cross-fetch`: every browser that we support has its own. */
export default (...request: Parameters<typeof fetch>) => fetch(...request)
