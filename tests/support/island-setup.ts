import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { provideDialogs } from './dialog.ts'

// A limit for what never comes, not for what is slow: a machine of CI does several things at once.
configure({ asyncUtilTimeout: 15_000 })
provideDialogs()
afterEach(() => {
	cleanup()
	localStorage.clear()
	sessionStorage.clear()
})
