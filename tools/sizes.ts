import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'

// Checks the limits that biome has no rule for (CONTRIBUTING.md, "How we write"). Biome's rule for functions counts
// neither JSX nor comments.

const MAX_FUNCTION_LINES = 60
const MAX_FOLDER_FILES = 25
const MAX_DOCUMENT_BYTES = 240_000
/** Folders that only grow: migrations are never merged, and each decision keeps its numbered file. */
const LONG_FOLDERS = ['db/migrations', 'db/migrations/meta', 'docs/decisions']

/** Lists files that match the patterns, except installed packages. */
const list = (...patterns: string[]) =>
	globSync(patterns, { exclude: (path) => /(^|\/)node_modules$/.test(path) }).filter((path) => statSync(path).isFile())

function longFunctions(file: string): string[] {
	const text = readFileSync(file, 'utf8')
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
	const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
	const problems: string[] = []
	const visit = (node: ts.Node): void => {
		const first = lineAt(node.getStart(source))
		const lines = lineAt(node.end) - first + 1
		if (ts.isFunctionLike(node) && lines > MAX_FUNCTION_LINES)
			problems.push(`${file}:${first}: a function of ${lines} lines; the limit is ${MAX_FUNCTION_LINES}`)
		ts.forEachChild(node, visit)
	}
	visit(source)
	return problems
}

function longFolders(): string[] {
	const counts = new Map<string, number>()
	for (const file of list('{.github,db,deploy,docs,packages,src,tests,tools}/**'))
		counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
	return [...counts]
		.filter(([folder, count]) => count > MAX_FOLDER_FILES && !LONG_FOLDERS.includes(folder))
		.map(([folder, count]) => `${folder}: ${count} files; the limit is ${MAX_FOLDER_FILES}`)
}

function longDocuments(): string[] {
	const bytes = list('*.md', '{.github,db,deploy,docs,packages,src,tests,tools}/**/*.md')
		.map((file) => statSync(file).size)
		.reduce((sum, size) => sum + size, 0)
	return bytes > MAX_DOCUMENT_BYTES
		? [`*.md: ${bytes} bytes together; the limit is ${MAX_DOCUMENT_BYTES}. Shorten another document`]
		: []
}

const code = list('{db,packages,src,tools}/**/*.{ts,tsx}').filter(
	(file) => !/\.test\.tsx?$|^packages\/[^/]+\/tests\//.test(file),
)
const problems = [...code.flatMap(longFunctions), ...longFolders(), ...longDocuments()]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
