import { expect, test } from 'vitest'
import { pageImports as pageImportsOfBytes } from './page-imports.ts'

const files: Record<string, string> = {
	'/_astro/Player.a1.js':
		'import{n}from"./runtime.b.js";import "./view.c-D_2.js";import(`./later.d.js`);export{x}from\'./view.e.js\'',
	'/_astro/client.f.js': 'import"./react.g.js"',
	'/_astro/alone.h.js': 'export{}',
}
const island = (component: string) =>
	`<astro-island uid="1" prefix="r0" component-url="${component}" component-export="X" renderer-url="/_astro/client.f.js" props="{a>b}" ssr></astro-island>`
const page = (...components: string[]) =>
	`<html><head><title>T</title></head><body>${components.map(island).join('')}</body></html>`

const pageImports = (read: (url: string) => string | undefined) => (html: string) =>
	pageImportsOfBytes(read)(Buffer.from(html)).toString()

const listed = (html: string) => JSON.parse(/id="island-imports">([^<]*)</.exec(html)?.[1] ?? 'null') as unknown

test('lists the static imports of island files in the head, but not the dynamic ones', () => {
	const html = pageImports((address) => files[address])(page('/_astro/Player.a1.js', '/_astro/Player.a1.js'))
	expect(listed(html)).toEqual({
		'/_astro/Player.a1.js': ['runtime.b.js', 'view.c-D_2.js', 'view.e.js'],
		'/_astro/client.f.js': ['react.g.js'],
	})
	expect(html.indexOf('island-imports')).toBeLessThan(html.indexOf('</head>'))
	expect(html.match(/island-imports/g)).toHaveLength(1)
})

test("preloads the imports of the page's scripts", () => {
	const scripts =
		'<script type="module" src="/_astro/Player.a1.js"></script><script type="module" src="/_astro/client.f.js"></script>'
	const html = pageImports((address) => files[address])(page().replace('<body>', `<body>${scripts}`))
	expect([...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, file]) => file)).toEqual([
		'/_astro/runtime.b.js',
		'/_astro/view.c-D_2.js',
		'/_astro/view.e.js',
		'/_astro/react.g.js',
	])
	expect(listed(html)).toBeNull()
})

test('does not preload files referenced inside a template', () => {
	const template = '<template id="x"><script type="module" src="/_astro/Player.a1.js"></script></template>'
	const html = page().replace('<body>', `<body>${template}`)
	expect(pageImports((address) => files[address])(html)).toBe(html)
})

test('preloads files referenced after a template, and lists islands inside one', () => {
	const template = `<template id="x">${island('/_astro/Player.a1.js')}</template>`
	const html = page().replace('<body>', `<body>${template}<script type="module" src="/_astro/client.f.js"></script>`)
	const finished = pageImports((address) => files[address])(html)
	expect(finished).toContain('<link rel="modulepreload" href="/_astro/react.g.js">')
	expect(Object.keys(listed(finished) as object)).toEqual(['/_astro/Player.a1.js', '/_astro/client.f.js'])
})

test('keeps multi-byte characters intact', () => {
	const html = page('/_astro/Player.a1.js').replace('<title>T', '<title>é–“').replace('</body>', '“–é</body>')
	const finished = pageImports((address) => files[address])(html)
	expect(finished.replace(/<script type="application\/json".*?<\/script>/, '')).toBe(html)
})

test('does not change pages without islands or with unknown files', () => {
	expect(pageImports((address) => files[address])(page())).toBe(page())
	expect(pageImports(() => undefined)(page('/_astro/alone.h.js'))).toBe(page('/_astro/alone.h.js'))
})
