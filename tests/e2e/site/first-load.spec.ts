import { expect, test } from '../support/fixtures.ts'

// JavaScript that a browser actually loads with a public page before any interaction.

/** Limit in bytes. build.spec.ts measures the files of built pages; this test includes pages rendered on request. */
const MAX_BYTES = 17_000
/** A browser requests six files at a time: a seventh adds a round trip on a phone. */
const MAX_FILES = 6
const EPISODE = '/podcast/saying-no-to-the-wrong-client'

test('a public page loads at most 17 kB of JavaScript before interaction', async ({ page }) => {
	for (const path of [
		'/',
		'/courses',
		'/courses/005-client-intake',
		'/podcast',
		EPISODE,
		'/auth',
		'/apply',
		'/forgot-password',
	]) {
		await page.goto(path, { waitUntil: 'networkidle' })
		const { files, inline } = await page.evaluate(async () => {
			const code = [...document.scripts].filter(({ src, type }) => !src && !/json/.test(type)).map(({ text }) => text)
			const compressed = new Blob([code.join('\n')]).stream().pipeThrough(new CompressionStream('gzip'))
			const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
			return {
				// Encoded sizes, which are reported even for files cached by an earlier page.
				files: entries
					.filter(({ name }) => /\.js(\?|$)/.test(name))
					.map(({ name, encodedBodySize }) => ({ name: name.replace(/.*\//, ''), bytes: encodedBodySize })),
				inline: (await new Response(compressed).arrayBuffer()).byteLength,
			}
		})
		const total = files.reduce((sum, { bytes }) => sum + bytes, inline)
		test.info().annotations.push({ type: 'bytes', description: `${path} ${total}` })
		expect(files.length, path).toBeGreaterThan(0)
		expect(files.length, `${path} ${JSON.stringify(files)}`).toBeLessThanOrEqual(MAX_FILES)
		for (const { name, bytes } of files) expect(bytes, `${path} ${name}`).toBeGreaterThan(0)
		expect(total, `${path} ${JSON.stringify(files)}`).toBeLessThanOrEqual(MAX_BYTES)
	}
})
