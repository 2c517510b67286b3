import { pathToFileURL } from 'node:url'

/** Says which file it is that cannot be loaded: of all together the error names none, or all of them. */
async function findBroken(files: readonly string[]): Promise<void> {
	for (const file of files)
		await import(pathToFileURL(file).href).catch((cause: unknown) => {
			const why = cause instanceof Error ? cause.message : String(cause)
			throw new Error(`${file} cannot be loaded: ${why}`, { cause })
		})
}

/**
 * Loads modules with a single import, for a start that needs hundreds of them. At each `import()` Node walks all that
 * the module leads to, known or not, with several promises for each: 530 imports of a graph of 2,000 modules took a third
 * of a start (docs/decisions/007). After this, an `import()` of one of them finds it ready.
 * @param files absolute paths.
 * @throws naming the first file that cannot be loaded.
 */
export async function importTogether(files: readonly string[]): Promise<void> {
	const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}`)
	try {
		await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`)
	} catch (error) {
		await findBroken(files)
		throw error
	}
}
