import { expect, test, vi } from 'vitest'
import { $shownModule, hasReaderActed, startModules } from './course-modules.ts'

test('keeps the focus and the module that a reader opened before the island starts', async () => {
	vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }))
	Element.prototype.scrollIntoView = () => undefined
	document.documentElement.dataset.visit = 'push'
	document.body.innerHTML = ['first', 'second']
		.map((id) => `<article data-module="${id}"><h2 tabindex="-1">${id}</h2><button data-fold></button></article>`)
		.join('')
	startModules()
	const fold = document.querySelector<HTMLElement>('[data-module="second"] button')
	fold?.focus()
	fold?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
	fold?.click()
	expect($shownModule.get()).toBe('second')
	startModules()
	await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
	expect([$shownModule.get(), hasReaderActed(), document.activeElement]).toEqual(['second', true, fold])
})
