import type { Screen } from './screen.ts'

export const coursesScreens: readonly Screen[] = []
