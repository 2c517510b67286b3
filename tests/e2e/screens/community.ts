import type { Screen } from './screen.ts'

export const communityScreens: readonly Screen[] = []
