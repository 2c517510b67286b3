import { readFileSync } from 'node:fs'

/** A section of a content file: `=== HEAD`, lines of `name: value`, an empty line, and paragraphs. */
export interface Section {
	head: string[]
	fields: Readonly<Record<string, string>>
	paragraphs: string[]
}

export function readSections(file: URL): Section[] {
	const [, ...sections] = readFileSync(file, 'utf8').split(/^=== /m)
	return sections.map((section) => {
		const [top = '', ...paragraphs] = section.trim().split('\n\n')
		const [head = '', ...lines] = top.split('\n')
		const fields = lines.map((line) => [line.split(':', 1)[0], line.replace(/^\w+: /, '')] as const)
		return { head: head.split(' '), fields: Object.fromEntries(fields), paragraphs }
	})
}
