/** The page of the test exchange; its buttons lie below. */
export const SANDBOX_PATH = '/payments/sandbox'
