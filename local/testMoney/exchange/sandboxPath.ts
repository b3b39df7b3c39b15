/** The path of the test exchange's page; its buttons post to paths below this one. */
export const SANDBOX_PATH = '/payments/sandbox'
