import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashInputs } from './inputs.ts'

async function checkout(): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), 'checkout-'))
	for (const folder of ['src/pages', 'public', 'db', 'packages']) await mkdir(join(root, folder), { recursive: true })
	const configs = ['astro.config.mjs', 'tailwind.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']
	for (const file of [...configs, 'src/pages/index.astro', 'public/a.txt', 'db/client.ts', 'src/a.ts'])
		await writeFile(join(root, file), file)
	return root
}

it('hashes only files that a build reads', async () => {
	const root = await checkout()
	const seen = [await hashInputs(root)]
	const differs = async () => {
		const hash = await hashInputs(root)
		const isNew = !seen.includes(hash)
		seen.push(hash)
		return isNew
	}
	await writeFile(join(root, 'src/a.test.ts'), 'a test')
	await writeFile(join(root, 'src/.DS_Store'), 'x')
	await writeFile(join(root, 'README.md'), 'x')
	expect(await differs()).toBe(false)
	await writeFile(join(root, 'src/a.ts'), 'other')
	expect(await differs()).toBe(true)
	await rename(join(root, 'public/a.txt'), join(root, 'public/b.txt'))
	expect(await differs()).toBe(true)
	await rm(join(root, 'db/client.ts'))
	expect(await differs()).toBe(true)
	await writeFile(join(root, 'package-lock.json'), 'other')
	expect(await differs()).toBe(true)
})
