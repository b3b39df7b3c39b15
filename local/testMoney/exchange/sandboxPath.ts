/** The path of the test exchange's page; its buttons post below. */
export const SANDBOX_PATH = '/payments/sandbox'
