/** Password of test accounts, unless a test sets another one. */
export const TEST_PASSWORD = 'a password for tests'
