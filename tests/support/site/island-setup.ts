import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { reactTexts } from '../react-texts.ts'
import { provideDialogs } from './dialog.ts'

// A generous timeout catches hangs but not slowness on a busy CI machine.
configure({ asyncUtilTimeout: 15_000 })
provideDialogs()
// jsdom has no layout and no ResizeObserver.
globalThis.ResizeObserver ??= class {
	observe = () => undefined
	unobserve = () => undefined
	disconnect = () => undefined
}
afterEach(() => {
	expect(reactTexts(), 'Texts of which React keeps the node are lost in a translated page').toEqual([])
	cleanup()
	localStorage.clear()
	sessionStorage.clear()
})
