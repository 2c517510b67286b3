/** The password of every account that tests make, unless they say another. */
export const TEST_PASSWORD = 'a password for tests'
