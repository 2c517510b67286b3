import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const below = (folder: string, recursive = true) =>
	readdirSync(join(root, folder), { recursive, withFileTypes: true })
		// Skip folders: a build leaves one named `.astro`.
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
const folders = ['docs', '.github', 'src', 'db', 'tests', 'tools']
const files = [...below('.', false), ...folders.flatMap((folder) => below(folder))]
const pages = files.filter((file) => file.endsWith('.md'))
const decisions = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file))

test('links of a document lead to existing files', () => {
	expect(pages).toContain('README.md')
	const dead = pages.flatMap((page) =>
		[...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
			.map(([, target = '']) => target)
			.filter((target) => !existsSync(join(root, dirname(page), target)))
			.map((target) => `${page}: ${target}`),
	)
	expect(dead).toEqual([])
})

test('decisions are numbered without gaps, and the index lists each', () => {
	const numbers = decisions.map((file) => Number(file.slice(0, 3)))
	expect(numbers.sort((one, other) => one - other)).toEqual(decisions.map((_, at) => at + 1))
	const index = read('docs/decisions/README.md')
	for (const file of decisions) {
		expect(index).toContain(`[${file.slice(0, 3)}](${file})`)
		expect(read(`docs/decisions/${file}`)).toMatch(new RegExp(`^# ${file.slice(0, 3)}\\. `))
	}
})
