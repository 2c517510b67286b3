import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { provideDialogs } from './dialog.ts'

provideDialogs()
afterEach(() => {
	cleanup()
	localStorage.clear()
	sessionStorage.clear()
})
