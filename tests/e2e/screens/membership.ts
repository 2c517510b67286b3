import type { Screen } from './screen.ts'

export const membershipScreens: readonly Screen[] = []
