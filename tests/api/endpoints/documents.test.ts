import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const below = (folder: string, recursive = true) =>
	readdirSync(join(root, folder), { recursive, withFileTypes: true })
		// `.astro`, which a build leaves behind, is a folder.
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
const folders = ['docs', '.github', 'src', 'db', 'tests', 'tools']
const files = [...below('.', false), ...folders.flatMap((folder) => below(folder))]
const pages = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => /\.(ts|tsx|astro|css|mjs|cjs)$/.test(file))
const decisions = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file))

test('links of a page lead to files that are there', () => {
	expect(pages).toContain('README.md')
	const dead = pages.flatMap((page) =>
		[...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
			.map(([, target = '']) => target)
			.filter((target) => !existsSync(join(root, dirname(page), target)))
			.map((target) => `${page}: ${target}`),
	)
	expect(dead).toEqual([])
})

test('decisions are numbered without a gap, and the index has each under its number', () => {
	const numbers = decisions.map((file) => Number(file.slice(0, 3)))
	expect(numbers.sort((one, other) => one - other)).toEqual(decisions.map((_, at) => at + 1))
	const index = read('docs/decisions/README.md')
	for (const file of decisions) {
		expect(index).toContain(`[${file.slice(0, 3)}](${file})`)
		expect(read(`docs/decisions/${file}`)).toMatch(new RegExp(`^# ${file.slice(0, 3)}\\. `))
	}
})

test('comments cite decisions and headings that are there', () => {
	const headings = (page: string) => new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading))
	const known = { product: headings('docs/product.md'), design: headings('docs/design.md') }
	let cited = 0
	const wrong = sources.flatMap((file) => {
		const text = read(file)
		const numbers = [...text.matchAll(/\bdecisions?[/ ](\d{3})\b/g)].map(([, number = '']) => number)
		const places = [...text.matchAll(/docs\/(product|design)\.md(?:,| \()[\s*]*([A-Z][\w' -]+)/g)]
		cited += numbers.length + places.length
		return [
			...numbers.filter((number) => !decisions.some((name) => name.startsWith(number))),
			...places.filter(([, page, heading = '']) => !known[page as keyof typeof known].has(heading)).map(([all]) => all),
		].map((what) => `${file}: ${what}`)
	})
	expect(wrong).toEqual([])
	expect(cited).toBeGreaterThan(30)
})

test('SQL is written in lower case', () => {
	const upper = /['"`(]\s*(?:SELECT |INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|VACUUM|EXPLAIN |PRAGMA [\w$])/
	const lines = sources.flatMap((file) =>
		read(file)
			.split('\n')
			.map((line) => `${file}: ${line.trim()}`),
	)
	expect(lines.filter((line) => upper.test(line))).toEqual([])
})

/** What a feature or module type calls its part of something that all have. */
const PARTS =
	/^(contract|queries|admin-queries|service|mails|audit-actions|own-data|member-records|moderate|schema)\.ts$|^(Editor|View|Page)\.(tsx|astro)$/

test('no two files of a layer have one name', () => {
	const names = sources.flatMap((file) => {
		const [, layer, name = ''] = /^src\/(app|components|features|lib|platform)\/(?:.+\/)?([^/]+)$/.exec(file) ?? []
		return layer && !PARTS.test(name.replace('.test.', '.')) ? [`${layer}: ${name}`] : []
	})
	expect(names.length).toBeGreaterThan(200)
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
