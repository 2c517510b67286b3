import { pathToFileURL } from 'node:url'

/**
 * Loads modules with a single import, for a start that needs hundreds of them. At each `import()` Node walks all that
 * the module leads to, known or not, with several promises for each: 530 imports of a graph of 2,000 modules took a third
 * of a start (docs/decisions/036). After this, an `import()` of one of them finds it ready.
 * @param files absolute paths.
 */
export async function importTogether(files: readonly string[]): Promise<void> {
	const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}`)
	await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`)
}
