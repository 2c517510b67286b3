import { useEffect, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { translatePage } from '#tests/support/translator.ts'
import clientRenderer from './client-renderer.ts'

afterEach(() => document.body.replaceChildren())

const cleanUpEffect = vi.fn()
const runEffect = vi.fn(() => cleanUpEffect)

function Counter() {
	const [count, setCount] = useState(0)
	useEffect(runEffect, [])
	return (
		<button type="button" onClick={() => setCount(count + 1)}>
			Pressed {count} times
		</button>
	)
}

/** Creates a server-rendered island. */
function island(): HTMLElement {
	const element = document.createElement('astro-island')
	element.setAttribute('ssr', '')
	element.innerHTML = renderToString(<Counter />)
	document.body.append(element)
	document.documentElement.lang = 'en'
	return element
}

test('runs effects and handles clicks right after hydration', async () => {
	const element = island()
	const button = element.querySelector('button')
	clientRenderer(element)(Counter, {})
	expect(runEffect).toHaveBeenCalledOnce()
	button?.click()
	await vi.waitFor(() => expect(button?.textContent).toBe('Pressed 1 times'))
	expect(element.querySelector('button')).toBe(button)
})

test('unmounts an island when its page is left', () => {
	const element = island()
	clientRenderer(element)(Counter, {})
	expect(cleanUpEffect).not.toHaveBeenCalled()
	element.dispatchEvent(new Event('astro:unmount'))
	expect(element.childElementCount).toBe(0)
	expect(cleanUpEffect).toHaveBeenCalledOnce()
})

test('a translation right after hydration causes no error and no new render from scratch', async () => {
	const failed = vi.fn((event: ErrorEvent) => event.preventDefault())
	window.addEventListener('error', failed)
	const element = island()
	const button = element.querySelector('button')
	clientRenderer(element)(Counter, {})
	translatePage('replaced')
	await new Promise((resolve) => setTimeout(resolve))
	button?.click()
	await vi.waitFor(() => expect(button?.textContent).toContain('1'))
	expect(element.querySelector('button')).toBe(button)
	expect(failed).not.toHaveBeenCalled()
	window.removeEventListener('error', failed)
})
