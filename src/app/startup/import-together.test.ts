import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importTogether } from './import-together.ts'

async function folderWith(files: Record<string, string>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'sc-import-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
	return folder
}

test('loads each file once, whatever its name', async () => {
	const seen: string[] = []
	Object.assign(globalThis, { seen })
	onTestFinished(() => void Reflect.deleteProperty(globalThis, 'seen'))
	const folder = await folderWith({
		'[id].mjs': "import './shared.mjs'; seen.push('id')",
		'a "b" #c?d%20.mjs': "import './shared.mjs'; seen.push('odd')",
		'shared.mjs': "seen.push('shared')",
	})
	await importTogether(['[id].mjs', 'a "b" #c?d%20.mjs'].map((name) => join(folder, name)))
	expect(seen).toEqual(['shared', 'id', 'odd'])
})

test.each([
	['is missing', undefined, /^\S+broken\.mjs cannot be loaded: Cannot find module/],
	['was cut off', 'export const one = (', /^\S+broken\.mjs cannot be loaded: /],
])('names only the file that %s', async (_, text, message) => {
	const files = { 'whole.mjs': 'export const one = 1', ...(text && { 'broken.mjs': text }) }
	const folder = await folderWith(files)
	const error = await importTogether(['whole.mjs', 'broken.mjs'].map((name) => join(folder, name))).catch(
		(thrown: Error) => thrown,
	)
	expect(error?.message).toMatch(message)
	expect(error?.message).not.toContain('data:')
	expect(error?.cause).toBeInstanceOf(Error)
})
