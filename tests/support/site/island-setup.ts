import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { keptTexts } from '../kept-texts.ts'
import { provideDialogs } from './dialog.ts'

// A limit for what never comes, not for what is slow: a machine of CI does several things at once.
configure({ asyncUtilTimeout: 15_000 })
provideDialogs()
afterEach(() => {
	expect(keptTexts(), 'Texts of which React keeps the node are lost in a translated page').toEqual([])
	cleanup()
	localStorage.clear()
	sessionStorage.clear()
})
