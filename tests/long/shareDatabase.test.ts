import { testShareDatabase } from '../support/shareDatabaseSuite.ts'

jest.setTimeout(120_000)

describe('the auth store', () => testShareDatabase('auth'))
