import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { inlineScriptHashes, inlineStyleHashes, policyHashes } from './inline-hashes.ts'

const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

it('hashes the inline scripts that a browser runs', () => {
	const html = `
		<script>one()</script>
		<SCRIPT type="module">two()</SCRIPT >
		<script async data-src="x" type='text/javascript'>three()
</script>
		<script src="/a.js"></script>
		<script type="application/ld+json">{"a":1}</script>
		<script type="speculationrules">{}</script>`
	expect(inlineScriptHashes(html)).toEqual([hash('one()'), hash('two()'), hash('three()\n')])
})

it('ignores tags inside quotes, comments and scripts', () => {
	// Attributes contain the descriptions of courses and episodes verbatim.
	const html = `
		<meta content="What a <script> tag does, and <style>">
		<p title='<script>mine()</script>' data-b="it's <style>mine{}</style>">text</p>
		<!-- <script>old()</script> -->
		<script>one("<script>", '<style>', a<b)</script>
		<style>a::after { content: "<script>" }</style>
		<script>two()</script><script>cut off`
	expect(inlineScriptHashes(html)).toEqual([hash(`one("<script>", '<style>', a<b)`), hash('two()')])
	expect(inlineStyleHashes(html)).toEqual([hash('a::after { content: "<script>" }')])
})

it('collects the hashes of a directive from all policies', () => {
	const policy = (value: string) => ({ pathname: '/', headers: [{ key: 'content-security-policy', value }] })
	const file = [
		policy("script-src 'self' 'sha256-a+/b='; style-src 'sha256-c='"),
		policy("default-src 'self'; script-src 'sha256-d='"),
		{ pathname: '/x', headers: [{ key: 'X-Other', value: "script-src 'sha256-e='" }] },
	]
	expect(policyHashes(JSON.stringify(file), 'script-src')).toEqual(['sha256-a+/b=', 'sha256-d='])
	expect(policyHashes(JSON.stringify(file), 'style-src')).toEqual(['sha256-c='])
})

it('hashes the inline styles', () => {
	expect(inlineStyleHashes('<style>a{}</style><link><STYLE media="print">b{}</style >')).toEqual([
		hash('a{}'),
		hash('b{}'),
	])
})
