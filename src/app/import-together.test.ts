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

test('says which file is missing', async () => {
	const folder = await folderWith({})
	await expect(importTogether([join(folder, 'gone.mjs')])).rejects.toThrow(/gone\.mjs/)
})
