/** Replaces `cross-fetch`: every browser that we support has `fetch`. */
export default (...request: Parameters<typeof fetch>) => fetch(...request)
